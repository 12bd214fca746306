//! `!julia.tape.types`: what the types of tapes look like (see `tape::tags` for the rows).

use crate::ir::{Inst, Module, Opcode, Value};
use crate::tape::MANIFEST;
use std::collections::{HashMap, HashSet};

/// How many values a tag is followed through.
const MOST_CHOICES: usize = 64;

/// What a row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The symbol.
    pub symbol: String,
    /// Whether it is the type of a whole object; else of an array, or of an element of a tuple.
    pub is_object: bool,
    /// Whether it is the type of an array.
    pub is_array: bool,
    /// Bytes of the object.
    pub size: u64,
    /// Where pointers are, in bytes from the start.
    pub pointers: Vec<u64>,
}

/// The rows of a module, by the global they describe.
pub struct Manifest {
    rows: HashMap<Value, Row>,
}

impl Manifest {
    /// Reads the rows; what is none is passed over.
    pub fn of(module: Module) -> Manifest {
        let nodes = module.named_metadata(MANIFEST).into_iter();
        Manifest { rows: nodes.filter_map(|node| row(module, node)).collect() }
    }

    /// The row of a tag: a constant that is made from the global, or what is loaded from it.
    pub fn row(&self, tag: Value) -> Option<&Row> {
        let mut at = tag;
        for _ in 0..8 {
            if let Some(row) = self.rows.get(&at) {
                return Some(row);
            }
            at = match at.as_inst() {
                Some(inst) => match inst.opcode() {
                    Opcode::LLVMLoad | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                        inst.operand(0)
                    }
                    _ => return None,
                },
                None => match at.constant_opcode()? {
                    Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => at.operand(0),
                    _ => return None,
                },
            };
        }
        None
    }

    /// The rows of a tag that is chosen among several by selects and phi nodes.
    fn rows(&self, tag: Value) -> Vec<&Row> {
        let (mut found, mut seen, mut todo) = (Vec::new(), HashSet::new(), vec![tag]);
        while let Some(tag) = todo.pop() {
            if !seen.insert(tag) || seen.len() > MOST_CHOICES {
                continue;
            }
            let Some(inst) = tag.as_inst() else {
                found.extend(self.row(tag));
                continue;
            };
            match inst.opcode() {
                Opcode::LLVMSelect => todo.extend([inst.operand(2), inst.operand(1)]),
                Opcode::LLVMPHI => todo.extend(inst.incoming().into_iter().map(|(tag, _)| tag)),
                Opcode::LLVMLoad if self.row(tag).is_some() => found.extend(self.row(tag)),
                Opcode::LLVMLoad | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                    todo.push(inst.operand(0));
                }
                _ => {}
            }
        }
        found
    }

    /// The rows of what an allocator may make.
    pub fn rows_of_allocation(&self, call: Inst) -> Vec<&Row> {
        let arguments = (0..call.arg_count()).map(|i| call.operand(i));
        let rows = arguments.filter(|a| a.ty().is_pointer()).map(|a| self.rows(a));
        rows.into_iter().find(|rows| !rows.is_empty()).unwrap_or_default()
    }

    /// The row of what an allocator makes.
    pub fn row_of_allocation(&self, call: Inst) -> Option<&Row> {
        (0..call.arg_count()).find_map(|i| {
            let argument = call.operand(i);
            argument.ty().is_pointer().then(|| self.row(argument)).flatten()
        })
    }
}

fn row(module: Module, node: Value) -> Option<(Value, Row)> {
    let operands = node.metadata_operands();
    let [symbol, kind, size, _, _, _, pointers @ ..] = operands.as_slice() else { return None };
    let symbol = symbol.metadata_text()?;
    let kind = kind.metadata_text()?;
    let global = module.global(&symbol)?;
    let pointers: Option<Vec<u64>> = pointers.iter().map(|p| p.as_u64()).collect();
    let row = Row {
        symbol,
        is_object: kind == "object",
        is_array: kind == "memory" || kind == "vector",
        size: size.as_u64()?,
        pointers: pointers?,
    };
    Some((*global, row))
}
