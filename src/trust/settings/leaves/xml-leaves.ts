/** Settings in XML: elements by their tags, and by their names where they have one. */
import { readXml, type XmlElement, xmlElements } from '../../../plain/xml/xml.ts';
import type { Leaf } from './leaf.ts';

const nameOf = ({ tag, attributes }: XmlElement): string => {
  const name = attributes.get('name') ?? attributes.get('id') ?? attributes.get('ref');
  return name === undefined ? tag : `${tag} ${name}`;
};

/** The parser keeps texts beside elements, as `#text`. */
const textIn = (children: readonly unknown[]): string =>
  children
    .flatMap((child) => (typeof child === 'object' && child !== null && '#text' in child ? [child['#text']] : []))
    .map(String)
    .join('')
    .trim();

const attributeLeaves = (path: readonly string[], { attributes }: XmlElement): Leaf[] =>
  [...attributes]
    .filter(([key]) => key !== 'name' && key !== 'id')
    .map(([key, value]) => ({ path: [...path, key], value }));

const identity = ['groupId', 'artifactId'];

/** A plugin or dependency of Maven is known by what it says inside. */
const coordinates = (element: XmlElement): string =>
  xmlElements(element.children)
    .filter(({ tag }) => identity.includes(tag))
    .map(({ children }) => textIn(children))
    .join(':');

export const xmlLeaves = (text: string): Leaf[] | null => {
  const read = readXml(text);
  if ('problem' in read) return null;
  const leaves: Leaf[] = [];
  const stack = read.elements.map((element) => ({ path: [] as readonly string[], element }));
  for (let next = stack.pop(); next !== undefined && leaves.length < 20_000; next = stack.pop()) {
    const own = coordinates(next.element);
    const path = [...next.path, own === '' ? nameOf(next.element) : `${next.element.tag} ${own}`];
    if (path.length > 60) continue;
    const inner = xmlElements(next.element.children).filter(({ tag }) => tag !== '#text');
    const value = textIn(next.element.children);
    leaves.push(...attributeLeaves(path, next.element));
    if (value !== '' || (inner.length === 0 && next.element.attributes.size <= 1)) leaves.push({ path, value });
    for (const element of inner.toReversed()) stack.push({ path, element });
  }
  return leaves;
};
