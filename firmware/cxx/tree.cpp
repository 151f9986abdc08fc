// The red-black tree of std::map and std::set. The header node is no element: its parent is the
// root, its left the first element, its right the last.
#include <map>

namespace {

using Node = std::_Rb_tree_node_base;
constexpr auto kRed = std::_S_red, kBlack = std::_S_black;

bool is_red(const Node* node) { return node != nullptr && node->_M_color == kRed; }

Node* first_of(Node* node) {
  while (node->_M_left != nullptr) node = node->_M_left;
  return node;
}
Node* last_of(Node* node) {
  while (node->_M_right != nullptr) node = node->_M_right;
  return node;
}

// Puts `fresh` (or nothing) in the place of `old`.
void replace_child(Node* old, Node* fresh, Node*& root) {
  Node* const parent = old->_M_parent;
  if (root == old) {
    root = fresh;
  } else if (parent->_M_left == old) {
    parent->_M_left = fresh;
  } else {
    parent->_M_right = fresh;
  }
  if (fresh != nullptr) fresh->_M_parent = parent;
}

using Side = Node* Node::*;
constexpr Side other(Side side) {
  return side == &Node::_M_left ? &Node::_M_right : &Node::_M_left;
}

// `node` goes down to `side`, its child on the other side takes its place.
void rotate(Node* node, Side side, Node*& root) {
  Node* const child = node->*other(side);
  node->*other(side) = child->*side;
  if (child->*side != nullptr) (child->*side)->_M_parent = node;
  replace_child(node, child, root);
  child->*side = node;
  node->_M_parent = child;
}

// A red node may not have a red parent.
void repair_reds(Node* node, Node*& root) {
  node->_M_color = kRed;
  while (node != root && is_red(node->_M_parent)) {
    Node* parent = node->_M_parent;
    Node* const grandparent = parent->_M_parent;
    const Side side = grandparent->_M_left == parent ? &Node::_M_left : &Node::_M_right;
    Node* const uncle = grandparent->*other(side);
    if (is_red(uncle)) {
      parent->_M_color = uncle->_M_color = kBlack;
      grandparent->_M_color = kRed;
      node = grandparent;
      continue;
    }
    if (node == parent->*other(side)) {
      rotate(parent, side, root);
      parent = node;
    }
    parent->_M_color = kBlack;
    grandparent->_M_color = kRed;
    rotate(grandparent, other(side), root);
    break;
  }
  root->_M_color = kBlack;
}

// The paths through `node` (perhaps none), a child of `parent`, lack a black node.
void repair_blacks(Node* node, Node* parent, Node*& root) {
  while (node != root && !is_red(node)) {
    const Side side = parent->_M_left == node ? &Node::_M_left : &Node::_M_right;
    Node* sibling = parent->*other(side);
    if (is_red(sibling)) {
      sibling->_M_color = kBlack;
      parent->_M_color = kRed;
      rotate(parent, side, root);
      sibling = parent->*other(side);
    }
    if (!is_red(sibling->_M_left) && !is_red(sibling->_M_right)) {
      sibling->_M_color = kRed;
      node = parent;
      parent = node->_M_parent;
      continue;
    }
    if (!is_red(sibling->*other(side))) {
      (sibling->*side)->_M_color = kBlack;
      sibling->_M_color = kRed;
      rotate(sibling, other(side), root);
      sibling = parent->*other(side);
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = kBlack;
    (sibling->*other(side))->_M_color = kBlack;
    rotate(parent, side, root);
    break;
  }
  if (node != nullptr) node->_M_color = kBlack;
}

}  // namespace

namespace std {

// After the last element comes the header.
_Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* node) noexcept {
  if (node->_M_right != nullptr) return first_of(node->_M_right);
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // When the root is the last element, the climb has passed through the header.
  return node->_M_right != parent ? parent : node;
}

_Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* node) noexcept {
  const bool header = node->_M_color == kRed && node->_M_parent->_M_parent == node;
  if (header) return node->_M_right;
  if (node->_M_left != nullptr) return last_of(node->_M_left);
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* node) noexcept {
  return _Rb_tree_increment(const_cast<Node*>(node));
}
const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* node) noexcept {
  return _Rb_tree_decrement(const_cast<Node*>(node));
}

void _Rb_tree_insert_and_rebalance(const bool left, _Rb_tree_node_base* node,
                                   _Rb_tree_node_base* parent,
                                   _Rb_tree_node_base& header) noexcept {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  if (left) {
    parent->_M_left = node;  // the header's too: it is the first then
    if (parent == &header) header._M_parent = header._M_right = node;
    if (parent == header._M_left) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  repair_reds(node, header._M_parent);
}

// Unlinks `node` and returns it. A node with two children changes places with its successor first.
_Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const node,
                                                 _Rb_tree_node_base& header) noexcept {
  Node*& root = header._M_parent;
  if (header._M_left == node) header._M_left = _Rb_tree_increment(node);
  if (header._M_right == node) header._M_right = _Rb_tree_decrement(node);

  Node* child;         // moves up into the gap
  Node* child_parent;  // and where it then hangs
  auto removed = node->_M_color;
  if (node->_M_left == nullptr || node->_M_right == nullptr) {
    child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    child_parent = node->_M_parent;
    replace_child(node, child, root);
  } else {
    Node* const next = first_of(node->_M_right);
    removed = next->_M_color;
    child = next->_M_right;
    child_parent = next;
    if (next->_M_parent != node) {
      child_parent = next->_M_parent;
      replace_child(next, child, root);
      next->_M_right = node->_M_right;
      next->_M_right->_M_parent = next;
    }
    replace_child(node, next, root);
    next->_M_left = node->_M_left;
    next->_M_left->_M_parent = next;
    next->_M_color = node->_M_color;
  }
  if (removed == kBlack && root != nullptr) repair_blacks(child, child_parent, root);
  return node;
}

}  // namespace std
