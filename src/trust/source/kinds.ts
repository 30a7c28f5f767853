/** What the grammars of all languages call what gates look for. One list each, since no two of them clash. */

export const functions: ReadonlySet<string> = new Set([
  'function_declaration',
  'function_definition',
  'function_expression',
  'function_item',
  'function_signature',
  'generator_function',
  'generator_function_declaration',
  'method_definition',
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
  'arrow_function',
  'func_literal',
  'lambda_expression',
  'lambda',
  'closure_expression',
]);

/** What gives its name to the functions in it. */
export const containers: ReadonlySet<string> = new Set([
  'class_declaration',
  'abstract_class_declaration',
  'class',
  'class_definition',
  'interface_declaration',
  'type_alias_declaration',
  'enum_declaration',
  'record_declaration',
  'internal_module',
  'impl_item',
  'trait_item',
  'struct_item',
  'enum_item',
  'mod_item',
  'type_spec',
]);

export const comments: ReadonlySet<string> = new Set(['comment', 'line_comment', 'block_comment']);

export const catches: ReadonlySet<string> = new Set(['catch_clause', 'except_clause', 'except_group_clause']);

export const blocks: ReadonlySet<string> = new Set([
  'statement_block',
  'block',
  'statement_list',
  'constructor_body',
  'class_body',
]);

export const calls: ReadonlySet<string> = new Set([
  'call_expression',
  'call',
  'method_invocation',
  'new_expression',
  'object_creation_expression',
  'macro_invocation',
  'await_expression',
  'await',
]);

export const strings: ReadonlySet<string> = new Set([
  'string',
  'template_string',
  'string_literal',
  'raw_string_literal',
  'char_literal',
  'character_literal',
  'rune_literal',
  'text_block',
  'interpreted_string_literal',
  'concatenated_string',
]);

export const numbers: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'float',
  'int_literal',
  'float_literal',
  'integer_literal',
  'decimal_integer_literal',
  'decimal_floating_point_literal',
  'hex_integer_literal',
]);

/** Values that stand for nothing in particular. */
export const constants: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'undefined',
  'none',
  'nil',
  'boolean_literal',
  'null_literal',
  'unit_expression',
]);

export const returns: ReadonlySet<string> = new Set(['return_statement', 'return_expression']);

export const throws: ReadonlySet<string> = new Set(['throw_statement', 'raise_statement']);

export const conditionals: ReadonlySet<string> = new Set(['if_statement', 'if_expression', 'elif_clause']);

export const loops: ReadonlySet<string> = new Set([
  'for_statement',
  'for_in_statement',
  'enhanced_for_statement',
  'while_statement',
  'do_statement',
  'for_expression',
  'while_expression',
  'loop_expression',
]);
