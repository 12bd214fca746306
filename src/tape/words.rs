//! Words that are copied as integers: what InstCombine makes of a memcpy of one word.
//!
//! With words of 64 bits, `%w = load i64, ptr %from` of which nothing but `store i64 %w, ptr %to` is
//! made says no more of what lies there than a copy does. Where one of the places is known to hold a
//! pointer, the word is copied as one.

use crate::ir::{Inst, Opcode, Ordering, TypeKind, Value};

/// A word that is stored more often counts as data: every store looks at all others.
const MOST_COPIES: usize = 8;

/// The stores of a word that is only copied between plain memory; `None` if it is no such load.
pub fn copies_of(load: Inst, word: u64) -> Option<Vec<Inst>> {
    let is_word =
        load.opcode() == Opcode::LLVMLoad && load.ty().kind() == TypeKind::Int(word as u32 * 8);
    let is_plain = |address: Value| address.ty().address_space() == Some(0);
    if !is_word || !is_simple(load) || !is_plain(load.operand(0)) {
        return None;
    }
    let users = load.few_users(MOST_COPIES)?;
    let mut stores = Vec::with_capacity(users.len());
    for user in users {
        let store = user.as_inst().filter(|i| i.opcode() == Opcode::LLVMStore)?;
        let stores_word = store.operand(0) == load.value() && store.operand(1) != load.value();
        if !stores_word || !is_simple(store) || !is_plain(store.operand(1)) {
            return None;
        }
        stores.push(store);
    }
    (!stores.is_empty()).then_some(stores)
}

/// The load of a word that a store does nothing but copy.
pub fn copied_by(store: Inst, word: u64) -> Option<Inst> {
    let load = store.operand(0).as_inst()?;
    copies_of(load, word).map(|_| load)
}

fn is_simple(access: Inst) -> bool {
    !access.is_volatile() && access.ordering() == Ordering::NotAtomic
}
