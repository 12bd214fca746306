//! What arithmetic shows of a number: a modulus and a residue.
//!
//! Sizes and indices come as `mul n, 24`, `3 * i - 1` or `((s - 1) | 15) + 1`. Arithmetic that wraps
//! around makes a size or index that no memory has, so wrapping is not considered.

use crate::ir::{Inst, Opcode, Value};

/// How far operands are followed.
const DEPTH: u32 = 8;

/// `value = residue` modulo `modulus`; modulus 0: the value is the residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Congruence {
    /// 0, or what the value is known up to a multiple of.
    pub modulus: u64,
    /// The value, up to a multiple of the modulus.
    pub residue: i64,
}

impl Congruence {
    /// Nothing is known.
    const ANY: Congruence = Congruence { modulus: 1, residue: 0 };

    /// What is known of a value.
    pub fn of(value: Value) -> Congruence {
        congruence(value, DEPTH)
    }

    fn exact(residue: i64) -> Congruence {
        Congruence { modulus: 0, residue }
    }

    /// A number that divides the value.
    fn divisor(self) -> u64 {
        divisor(self.modulus, self.residue.unsigned_abs())
    }

    fn plus(self, other: Congruence) -> Congruence {
        let modulus = divisor(self.modulus, other.modulus);
        Congruence { modulus, residue: self.residue.wrapping_add(other.residue) }.reduced()
    }

    fn minus(self, other: Congruence) -> Congruence {
        self.plus(other.times(-1))
    }

    fn times(self, factor: i64) -> Congruence {
        let modulus = self.modulus.saturating_mul(factor.unsigned_abs());
        Congruence { modulus, residue: self.residue.wrapping_mul(factor) }.reduced()
    }

    /// One or the other.
    fn either(self, other: Congruence) -> Congruence {
        let apart = self.residue.abs_diff(other.residue);
        let modulus = divisor(divisor(self.modulus, other.modulus), apart);
        Congruence { modulus, ..self }.reduced()
    }

    fn reduced(self) -> Congruence {
        match i64::try_from(self.modulus) {
            Ok(0) | Err(_) => self,
            Ok(modulus) => Congruence { residue: self.residue.rem_euclid(modulus), ..self },
        }
    }
}

/// A number that divides the value; 0 if the value is 0.
pub fn known_multiple(value: Value) -> u64 {
    Congruence::of(value).divisor()
}

fn congruence(value: Value, depth: u32) -> Congruence {
    if let Some(constant) = value.as_i64() {
        return Congruence::exact(constant);
    }
    let Some(inst) = value.as_inst().filter(|_| depth > 0) else { return Congruence::ANY };
    let of = |i| congruence(inst.operand(i), depth - 1);
    match inst.opcode() {
        Opcode::LLVMAdd => of(0).plus(of(1)).either_if(rounded_up(inst)),
        Opcode::LLVMSub => of(0).minus(of(1)),
        Opcode::LLVMOr => or(of(0), inst.operand(1)),
        Opcode::LLVMMul => product(of(0), of(1)),
        Opcode::LLVMShl => product(of(0), Congruence::multiple(1 << least_shift(inst.operand(1)))),
        Opcode::LLVMLShr => shifted_right(of(0), inst.operand(1)),
        Opcode::LLVMAnd => match inst.operand(1).as_u64() {
            Some(mask) if mask != 0 => Congruence::multiple(1 << mask.trailing_zeros().min(62)),
            _ => Congruence::ANY,
        },
        Opcode::LLVMSelect => of(1).either(of(2)),
        Opcode::LLVMSExt | Opcode::LLVMZExt | Opcode::LLVMTrunc | Opcode::LLVMFreeze => of(0),
        _ => Congruence::ANY,
    }
}

impl Congruence {
    fn multiple(of: u64) -> Congruence {
        Congruence { modulus: of, residue: 0 }
    }

    /// The stronger of two things that are known.
    fn either_if(self, other: Option<u64>) -> Congruence {
        match other {
            Some(multiple) if self.divisor() < multiple => Congruence::multiple(multiple),
            _ => self,
        }
    }
}

fn product(a: Congruence, b: Congruence) -> Congruence {
    match (a, b) {
        (Congruence { modulus: 0, residue }, other)
        | (other, Congruence { modulus: 0, residue }) => other.times(residue),
        (a, b) => Congruence::multiple(a.divisor().saturating_mul(b.divisor())),
    }
}

/// `x | c` is `x + c` where the bits of c are known to be clear in x.
fn or(x: Congruence, mask: Value) -> Congruence {
    let Some(mask) = mask.as_u64().filter(|&m| m < 1 << 32) else { return Congruence::ANY };
    let clear = x.residue == 0 && x.modulus != 0 && mask < 1 << x.modulus.trailing_zeros().min(63);
    if clear {
        x.plus(Congruence::exact(mask as i64))
    } else {
        Congruence::ANY
    }
}

/// `C << n >> 1`: the part of a grown cache that is old.
fn shifted_right(x: Congruence, amount: Value) -> Congruence {
    match amount.as_u64() {
        Some(bits) if bits < 63 && x.divisor() % (1 << bits) == 0 => {
            Congruence::multiple((x.divisor() >> bits).max(1))
        }
        _ => Congruence::ANY,
    }
}

/// `(n | 15) + 1`, as Enzyme rounds the sizes of tapes that share an allocation, is a multiple of 16.
fn rounded_up(add: Inst) -> Option<u64> {
    let or = add.operand(0).as_inst().filter(|i| i.opcode() == Opcode::LLVMOr)?;
    let mask = or.operand(1).as_u64().filter(|&m| m < 1 << 32)?;
    let rounds = add.operand(1).as_u64() == Some(1) && (mask + 1).is_power_of_two();
    rounds.then_some(mask + 1)
}

/// The least number of bits a shift can be by.
fn least_shift(amount: Value) -> u64 {
    if let Some(bits) = amount.as_u64() {
        return bits.min(62);
    }
    // `64 - ctlz(n)` with n != 0 is at least 1.
    let counts_leading_zeros = |v: Value| {
        v.as_inst().filter(|i| i.is_call()).is_some_and(|call| {
            let callee = call.callee().as_function();
            let is_ctlz = callee.is_some_and(|f| f.name() == "llvm.ctlz.i64");
            is_ctlz && call.operand(1).as_u64() == Some(1)
        })
    };
    let is_bit_length = amount.as_inst().is_some_and(|inst| {
        inst.opcode() == Opcode::LLVMSub
            && inst.operand(0).as_u64() == Some(64)
            && counts_leading_zeros(inst.operand(1))
    });
    is_bit_length.into()
}

/// The greatest common divisor; of 0 and n it is n.
pub fn divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_choices_keep_what_both_have() {
        let three_i = Congruence::multiple(3);
        let less_one = three_i.plus(Congruence::exact(-1));
        assert_eq!(less_one, Congruence { modulus: 3, residue: 2 });
        assert_eq!(less_one.times(8), Congruence { modulus: 24, residue: 16 });
        assert_eq!(less_one.divisor(), 1);
        let all_but_one = Congruence::multiple(24).plus(Congruence::exact(-24));
        assert_eq!(all_but_one.divisor(), 24);
        let either = Congruence::exact(0).either(Congruence::multiple(8));
        assert_eq!(either.divisor(), 8);
    }
}
