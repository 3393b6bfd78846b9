//! The upper part of the proof-number tree: a graph of nodes (subject, number) with numbers backed up from the leaves.
//!
//! Sums are not nodes. An option that is a sum of several subjects is split as the search does it (Lemoine and Viennot 2010):
//! values that are known fold into the number, and of the other parts the easiest is settled first.

use crate::message::{Child, Fact, INFINITE, JobId, Node, Numbers, Sum, Value, WorkerId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

pub type NodeId = u32;
pub type SubjectId = u32;

#[derive(Serialize, Deserialize)]
struct Subject {
    name: String,
    value: Option<u8>,
    /// The set of values proven wrong.
    excluded: u32,
    effort: u64,
    /// Nodes with an option that the subject is a part of.
    users: Vec<NodeId>,
}

#[derive(Serialize, Deserialize)]
pub struct NodeState {
    pub subject: SubjectId,
    pub number: u8,
    pub numbers: Numbers,
    /// Options that are not proven wins; none for a leaf.
    pub children: Option<Vec<ChildState>>,
    /// Expansions of all jobs below this node.
    pub effort: u64,
    /// The worker that was here last.
    #[serde(skip)]
    pub owner: Option<WorkerId>,
    /// The job that works on this leaf.
    #[serde(skip)]
    pub job: Option<JobId>,
    /// Jobs at this node and below.
    #[serde(skip)]
    pub below: u32,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct ChildState {
    /// The easiest first.
    parts: Vec<PartState>,
    number: u8,
    rest: Numbers,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct PartState {
    subject: SubjectId,
    guess: u8,
}

/// A sum after the values that are known have been folded into its number.
#[derive(Debug, Clone, Copy)]
pub enum Resolved {
    Decided(Numbers),
    /// One part is left.
    One(SubjectId, u8),
    /// Several parts are left; this node of the easiest one is to be decided first.
    First(SubjectId, u8),
}

#[derive(Default, Serialize, Deserialize)]
pub struct Tree {
    subjects: Vec<Subject>,
    nodes: Vec<NodeState>,
    root: Option<ChildState>,
    /// Leaves that are not decided.
    leaves: usize,
    /// Facts that followed from others and have not been told.
    derived: Vec<Fact>,
    #[serde(skip)]
    subject_index: FxHashMap<String, SubjectId>,
    #[serde(skip)]
    node_index: FxHashMap<(SubjectId, u8), NodeId>,
}

impl Tree {
    /// Makes the indices of a tree that was read. Returns false if something in it points nowhere.
    pub fn index(&mut self) -> bool {
        let (subjects, nodes) = (self.subjects.len(), self.nodes.len());
        let is_subject = |subject: SubjectId| (subject as usize) < subjects;
        let is_sum = |child: &ChildState| child.parts.iter().all(|part| is_subject(part.subject));
        let users = self.subjects.iter().flat_map(|subject| &subject.users);
        let is_whole = users.into_iter().all(|&user| (user as usize) < nodes)
            && self.nodes.iter().all(|node| is_subject(node.subject) && node.children.iter().flatten().all(is_sum))
            && self.root.iter().all(is_sum);
        if is_whole {
            let names = self.subjects.iter().enumerate();
            self.subject_index = names.map(|(id, subject)| (subject.name.clone(), id as SubjectId)).collect();
            let keys = self.nodes.iter().enumerate();
            self.node_index = keys.map(|(id, node)| ((node.subject, node.number), id as NodeId)).collect();
        }
        is_whole
    }

    fn subject(&mut self, name: &str) -> SubjectId {
        if let Some(&id) = self.subject_index.get(name) {
            return id;
        }
        let id = self.subjects.len() as SubjectId;
        self.subjects.push(Subject { name: name.into(), value: None, excluded: 0, effort: 0, users: Vec::new() });
        self.subject_index.insert(name.into(), id);
        id
    }

    fn ensure_node(&mut self, subject: SubjectId, number: u8, numbers: Numbers, owner: Option<WorkerId>) -> NodeId {
        if let Some(&id) = self.node_index.get(&(subject, number)) {
            return id;
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(NodeState { subject, number, numbers, children: None, effort: 0, owner, job: None, below: 0 });
        self.node_index.insert((subject, number), id);
        self.leaves += 1;
        id
    }

    pub fn node(&self, id: NodeId) -> &NodeState {
        &self.nodes[id as usize]
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn leaf_count(&self) -> usize {
        self.leaves
    }

    pub fn describe(&self, id: NodeId) -> Node {
        let node = self.node(id);
        Node { subject: self.subjects[node.subject as usize].name.clone(), number: node.number }
    }

    pub fn find(&self, subject: SubjectId, number: u8) -> Option<NodeId> {
        self.node_index.get(&(subject, number)).copied()
    }

    pub fn root(&self) -> Option<&ChildState> {
        self.root.as_ref()
    }

    pub fn set_root(&mut self, question: &Sum) {
        let first = Numbers { pn: 1, dn: 1 };
        let child = Child { sum: question.clone(), numbers: first, rest: first };
        let root = self.enter(&child, None);
        self.root = Some(root);
        self.touch_root();
    }

    /// Makes sure that the node of the root that is to be decided next exists.
    fn touch_root(&mut self) {
        if let Some(root) = self.root.take() {
            self.touch(&root);
            self.root = Some(root);
        }
    }

    pub fn root_numbers(&self) -> Numbers {
        self.root.as_ref().map_or(Numbers { pn: 1, dn: 1 }, |root| self.numbers_of_child(root))
    }

    /// What is proven of (subject, number).
    fn decided(&self, subject: SubjectId, number: u8) -> Option<Numbers> {
        let subject = &self.subjects[subject as usize];
        match subject.value {
            Some(value) => Some(if value == number { Numbers::LOST } else { Numbers::WON }),
            None if number < 32 && subject.excluded & (1 << number) != 0 => Some(Numbers::WON),
            None => None,
        }
    }

    pub fn is_decided(&self, id: NodeId) -> bool {
        let node = self.node(id);
        self.decided(node.subject, node.number).is_some()
    }

    pub fn resolve(&self, child: &ChildState) -> Resolved {
        let mut number = child.number;
        let mut first = None;
        let mut left = 0;
        for part in &child.parts {
            match self.subjects[part.subject as usize].value {
                Some(value) => number ^= value,
                None => {
                    first = first.or(Some(part));
                    left += 1;
                }
            }
        }
        match (first, left) {
            (None, _) => Resolved::Decided(if number == 0 { Numbers::LOST } else { Numbers::WON }),
            (Some(part), 1) => match self.decided(part.subject, number) {
                Some(numbers) => Resolved::Decided(numbers),
                None => Resolved::One(part.subject, number),
            },
            (Some(part), _) => {
                let excluded = self.subjects[part.subject as usize].excluded;
                let is_free = part.guess < 32 && excluded & (1 << part.guess) == 0;
                let test = if is_free { part.guess } else { excluded.trailing_ones() as u8 };
                Resolved::First(part.subject, test)
            }
        }
    }

    /// Makes sure that the node exists that is to be decided next for a sum.
    fn touch(&mut self, child: &ChildState) {
        if let Resolved::One(subject, number) | Resolved::First(subject, number) = self.resolve(child) {
            let numbers = Numbers { pn: 1, dn: child.rest.dn.clamp(1, INFINITE - 1) };
            self.ensure_node(subject, number, numbers, None);
        }
    }

    pub fn numbers_of_child(&self, child: &ChildState) -> Numbers {
        let numbers = |subject, number| match self.find(subject, number) {
            Some(node) => self.node(node).numbers,
            None => Numbers { pn: 1, dn: child.rest.dn.clamp(1, INFINITE - 1) },
        };
        match self.resolve(child) {
            Resolved::Decided(numbers) => numbers,
            Resolved::One(subject, number) => numbers(subject, number),
            Resolved::First(subject, number) => {
                let first = numbers(subject, number);
                let effort = first.pn.min(first.dn);
                let plus = |rest: u32| rest.saturating_add(effort).min(INFINITE - 1);
                Numbers { pn: plus(child.rest.pn), dn: plus(child.rest.dn) }
            }
        }
    }

    fn enter(&mut self, child: &Child, owner: Option<WorkerId>) -> ChildState {
        let mut parts: Vec<_> = child.sum.parts.iter().collect();
        parts.sort_by(|a, b| (a.hardness, &a.subject).cmp(&(b.hardness, &b.subject)));
        let mut left: Vec<PartState> = Vec::with_capacity(parts.len());
        for part in parts {
            let subject = self.subject(&part.subject);
            // Two equal parts are worth nothing together.
            if left.last().is_some_and(|last| last.subject == subject) {
                left.pop();
            } else {
                left.push(PartState { subject, guess: part.guess });
            }
        }
        let state = ChildState { parts: left, number: child.sum.number, rest: child.rest };
        if let Resolved::One(subject, number) | Resolved::First(subject, number) = self.resolve(&state) {
            let Numbers { pn, dn } = child.numbers;
            let numbers = Numbers { pn: pn.clamp(1, INFINITE - 1), dn: dn.clamp(1, INFINITE - 1) };
            let id = self.ensure_node(subject, number, numbers, owner);
            let node = &mut self.nodes[id as usize];
            if node.effort == 0 && node.job.is_none() {
                node.numbers = numbers;
            }
        }
        state
    }

    /// A job begins on the last node of a path.
    pub fn begin(&mut self, path: &[NodeId], job: JobId, worker: WorkerId) {
        for &id in path {
            let node = &mut self.nodes[id as usize];
            node.below += 1;
            node.owner = Some(worker);
        }
        if let Some(&leaf) = path.last() {
            self.nodes[leaf as usize].job = Some(job);
        }
    }

    /// The job on the last node of a path has ended.
    pub fn end(&mut self, path: &[NodeId]) {
        for &id in path {
            self.nodes[id as usize].below -= 1;
        }
        if let Some(&leaf) = path.last() {
            self.nodes[leaf as usize].job = None;
        }
    }

    /// Adds the effort of a job to the nodes of its path; returns that of the last.
    pub fn add_effort(&mut self, path: &[NodeId], effort: u64) -> u64 {
        for &id in path {
            self.nodes[id as usize].effort += effort;
        }
        path.last().map_or(0, |&leaf| self.node(leaf).effort)
    }

    pub fn is_open(&self, path: &[NodeId]) -> bool {
        path.iter().all(|&id| !self.is_decided(id))
    }

    /// New numbers of a leaf, which becomes an inner node if there are children.
    pub fn update(&mut self, leaf: NodeId, numbers: Numbers, children: &[Child], worker: WorkerId) {
        if self.is_decided(leaf) || self.node(leaf).children.is_some() {
            return;
        }
        self.nodes[leaf as usize].numbers = numbers;
        if !children.is_empty() {
            let mut entered = Vec::with_capacity(children.len());
            for child in children {
                let state = self.enter(child, Some(worker));
                for part in &state.parts {
                    let users = &mut self.subjects[part.subject as usize].users;
                    if users.last() != Some(&leaf) {
                        users.push(leaf);
                    }
                }
                entered.push(state);
            }
            self.nodes[leaf as usize].children = Some(entered);
            self.leaves -= 1;
            self.recompute(leaf);
        }
        self.propagate(self.node(leaf).subject);
    }

    /// Takes a fact. Returns whether it is new.
    pub fn learn(&mut self, name: &str, value: Value) -> bool {
        let id = self.subject(name);
        if !self.note(id, value) {
            return false;
        }
        self.propagate(id);
        true
    }

    fn note(&mut self, id: SubjectId, value: Value) -> bool {
        let subject = &mut self.subjects[id as usize];
        if subject.value.is_some() {
            return false;
        }
        match value {
            Value::Is(value) => subject.value = Some(value),
            Value::IsNot(number) if number >= 32 || subject.excluded & (1 << number) != 0 => return false,
            Value::IsNot(number) => subject.excluded |= 1 << number,
        }
        for number in 0..32 {
            if let Some(node) = self.find(id, number)
                && self.decided(id, number).is_some()
                && !self.node(node).numbers.is_decided()
            {
                let numbers = self.decided(id, number).unwrap_or(Numbers::WON);
                let node = &mut self.nodes[node as usize];
                node.numbers = numbers;
                if node.children.take().is_none() {
                    self.leaves -= 1;
                }
            }
        }
        true
    }

    /// Backs up numbers from the nodes of a subject to the root.
    fn propagate(&mut self, start: SubjectId) {
        let mut queue = VecDeque::from([start]);
        while let Some(subject) = queue.pop_front() {
            let mut users = std::mem::take(&mut self.subjects[subject as usize].users);
            users.retain(|&user| self.node(user).children.is_some());
            for &user in &users {
                let parent = self.node(user).subject;
                if self.recompute(user) && !queue.contains(&parent) {
                    queue.push_back(parent);
                }
            }
            // A node is never an option of itself, so nothing was added meanwhile.
            self.subjects[subject as usize].users = users;
        }
        self.touch_root();
    }

    /// Backs up the numbers of an inner node from its children. Returns whether they have changed.
    fn recompute(&mut self, id: NodeId) -> bool {
        let Some(mut children) = self.nodes[id as usize].children.take() else { return false };
        let mut numbers = Numbers { pn: INFINITE, dn: 0 };
        children.retain(|child| {
            self.touch(child);
            let Numbers { pn, dn } = self.numbers_of_child(child);
            numbers.pn = numbers.pn.min(dn);
            if pn > 0 {
                numbers.dn = numbers.dn.saturating_add(pn).min(INFINITE - 1);
            }
            pn > 0
        });
        if children.is_empty() {
            numbers = Numbers::LOST;
        } else if numbers.pn == 0 {
            numbers = Numbers::WON;
        }
        let node = &mut self.nodes[id as usize];
        node.children = Some(children);
        if node.numbers == numbers {
            return false;
        }
        let NodeState { subject, number, effort, .. } = *node;
        if numbers.is_decided() {
            let value = if numbers.dn == 0 { Value::Is(number) } else { Value::IsNot(number) };
            if self.note(subject, value) {
                let name = self.subjects[subject as usize].name.clone();
                self.derived.push(Fact { subject: name, value, effort });
            }
        }
        self.nodes[id as usize].numbers = numbers;
        true
    }

    pub fn take_derived(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.derived)
    }
}
