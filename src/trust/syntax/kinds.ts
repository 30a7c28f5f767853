/** Kinds of nodes that mean the same in the grammars of all languages. */
import type { SyntaxNode } from './node.ts';

const oneOf = (names: string): ((node: SyntaxNode) => boolean) => {
  const kinds = new Set(names.trim().split(/\s+/));
  return ({ kind }) => kinds.has(kind);
};

export const isFunction = oneOf(`
  arrow_function function_expression function function_declaration generator_function generator_function_declaration
  method_definition function_definition lambda func_literal method_declaration function_item closure_expression
  lambda_expression constructor_declaration`);

/** Functions without a name of their own. */
export const isLambda = oneOf(
  'arrow_function function_expression function lambda func_literal closure_expression lambda_expression',
);

export const isCall = oneOf('call_expression call macro_invocation method_invocation');

export const isIf = oneOf('if_statement if_expression elif_clause ternary_expression conditional_expression');

export const isChoice = oneOf(`
  switch_statement match_expression match_statement expression_switch_statement switch_expression
  type_switch_statement`);

export const isLoop = oneOf(`
  for_statement for_in_statement while_statement do_statement enhanced_for_statement for_expression while_expression
  loop_expression`);

export const isTry = oneOf('try_statement try_with_resources_statement');

export const isCatch = oneOf('catch_clause except_clause except_group_clause');

export const isBlock = oneOf(
  'statement_block block statement_list program module source_file class_body declaration_list',
);

export const isEnd = oneOf(`
  return_statement return_expression continue_statement continue_expression break_statement break_expression`);

export const isThrow = oneOf('throw_statement raise_statement');

/** What continues a chain of calls or names to the right. */
export const isMember = oneOf(`
  member_expression attribute selector_expression field_expression method_invocation scoped_identifier
  subscript_expression`);
