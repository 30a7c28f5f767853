/** Which functions others may call. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { FunctionAt } from '../functions.ts';

/** Of Java and Go, whose methods have the same kind. */
const isPublicMethod = (head: string): boolean =>
  /^(?:@[^\n]*\s+)*(?:public|protected|func)\b/.test(head) && !/^func\s*(?:\([^)]*\)\s*)?[a-z_]/.test(head);

const isExported = ({ parent }: SyntaxNode, name: string): boolean =>
  parent?.kind === 'export_statement' || parent?.parent?.parent?.kind === 'export_statement' || /exports/.test(name);

export const isPublic = ({ unit: { node, name } }: FunctionAt): boolean => {
  const own = name.slice(name.lastIndexOf('.') + 1);
  if (/^[_#]/.test(own)) return false;
  const head = node.text.slice(0, 200);
  if (node.kind === 'function_item') return /^pub\b/.test(head);
  if (node.kind === 'method_declaration' || node.kind === 'constructor_declaration') return isPublicMethod(head);
  if (node.kind === 'function_declaration' && /^func\b/.test(head)) return /^[A-Z]/.test(own);
  if (node.kind === 'method_definition') return !/^(?:private|protected)\b/.test(head);
  return node.kind === 'function_definition' || isExported(node, name);
};
