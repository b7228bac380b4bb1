import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { type AnyNode, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import type { BrowserFloor } from '../../browser-floors.ts';

/** Newest version of the language that all floors read, but for the parts in `findSyntaxFault`. */
const LANGUAGE = 2022;

/** Interfaces whose methods are called by name. Names of rarer ones are also names in libraries. */
const commonInterfaces =
  /^(?:HTML\w*Element|AbortSignal|Blob|CharacterData|Clients?|Clipboard|Crypto|DOMTokenList|Document\w*|Element\w*|EventTarget|FormData|Headers|History|IDB\w+|Location|Node\w*|ReadableStream\w*|Request|Response|Selection|Storage\w*|URL\w*)$/;

const { api, javascript } = bcd;
const builtins: Identifier = javascript.builtins ?? {};
const interfaces: Identifier = { ...api, ...builtins, ...builtins.Intl };

/** Instance methods of all interfaces by their names. */
const methods = new Map<string, { group: string; compat: CompatStatement }[]>();
for (const [group, members] of listParts(interfaces)) {
  if (!(group in builtins || commonInterfaces.test(group)) || group.endsWith('DisposableStack')) continue;
  for (const [name, { __compat: compat }] of listParts(members)) {
    if (!compat?.status?.standard_track || compat.status.experimental || name.endsWith('_static')) continue;
    methods.set(name, [...(methods.get(name) ?? []), { group, compat }]);
  }
}

function listParts(data: Identifier | undefined): [string, Identifier][] {
  return Object.entries(data ?? {}).filter((part): part is [string, Identifier] => part[0] !== '__compat');
}

function isSupported({ support }: CompatStatement, floor: BrowserFloor): boolean {
  const isIn = (version: unknown, floorVersion: number) =>
    typeof version === 'string' && Number.parseFloat(version.replace('≤', '')) <= floorVersion;
  return Object.entries(floor).every(([browser, version]) =>
    [support[browser as keyof typeof support] ?? []]
      .flat()
      .some(
        ({ version_added, version_removed, ...limits }) =>
          isIn(version_added, version) &&
          !isIn(version_removed, version) &&
          !(limits.flags ?? limits.prefix ?? limits.alternative_name ?? limits.partial_implementation),
      ),
  );
}

/**
 * Names each use of a built-in or syntax that a browser of the floor lacks. A use is fine behind a condition with
 * the same name, as `'any' in AbortSignal`.
 */
function findTooNewCode(code: string, floor: BrowserFloor): string[] {
  const found: string[] = [];
  fullAncestor(parseCode(code, found), (node, _state, ancestors) => {
    const parent = ancestors.at(-2);
    const fault =
      findSyntaxFault(node, code, floor) ??
      findMemberFault(node, parent, floor) ??
      findGlobalFault(node, parent, floor);
    if (fault && !isGuarded(fault, code, ancestors)) found.push(fault);
  });
  return found;
}

function parseCode(code: string, found: string[]): AnyNode {
  const sourceType = 'module';
  try {
    return parse(code, { ecmaVersion: LANGUAGE, sourceType });
  } catch (error) {
    found.push(`syntax: ${error instanceof Error ? error.message : error}`);
    return parse(code, { ecmaVersion: 'latest', sourceType });
  }
}

function findSyntaxFault(node: AnyNode, code: string, floor: BrowserFloor): string | undefined {
  if (node.type === 'StaticBlock') return 'class static block';
  if (node.type === 'Literal' && node.regex && /\(\?<[=!]/.test(node.regex.pattern)) return 'lookbehind';
  const isField = node.type === 'PropertyDefinition' && node.value && (floor.safari ?? 0) < 16;
  // Safari 15 loses outer variables in them
  if (isField && code.slice(node.value?.start, node.value?.end).includes('('))
    return 'class field with parentheses';
  return undefined;
}

const isCallOf = (node: AnyNode, parent: AnyNode | undefined): boolean =>
  parent !== undefined && 'callee' in parent && parent.callee === node;

function findMemberFault(
  node: AnyNode,
  parent: AnyNode | undefined,
  floor: BrowserFloor,
): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return;
  if (parent && (('optional' in parent && parent.optional) || parent.type === 'UnaryExpression')) return;
  const { name } = node.property;
  const group = node.object.type === 'Identifier' ? node.object.name : '';
  const own = Object.hasOwn(interfaces, group) ? interfaces[group] : undefined;
  const compat = own?.[`${name}_static`]?.__compat ?? own?.[name]?.__compat;
  if (compat) return isSupported(compat, floor) ? undefined : `${group}.${name}`;

  const same = isCallOf(node, parent) ? methods.get(name) : undefined;
  if (!same || name in Object.prototype || same.some((one) => isSupported(one.compat, floor))) return;
  return `${same[0]?.group}.${name}`;
}

function findGlobalFault(
  node: AnyNode,
  parent: AnyNode | undefined,
  floor: BrowserFloor,
): string | undefined {
  if (node.type !== 'Identifier' || node.name.length < 4) return;
  const isRead = isCallOf(node, parent) || (parent?.type === 'MemberExpression' && parent.object === node);
  const compat = isRead && (interfaces[node.name] ?? api.Window?.[node.name])?.__compat;
  return compat && !isSupported(compat, floor) ? node.name : undefined;
}

function isGuarded(fault: string, code: string, ancestors: AnyNode[]): boolean {
  const name = fault.split('.').at(-1) ?? fault;
  const isAsked = (test: AnyNode | null | undefined) =>
    test && code.slice(test.start, test.end).includes(name);
  return ancestors.some((node, at) => {
    const child = ancestors[at + 1];
    if (node.type === 'LogicalExpression') return node.left !== child && isAsked(node.left);
    if (node.type === 'ConditionalExpression' || node.type === 'IfStatement')
      return node.test !== child && isAsked(node.test);
    return (
      node.type === 'BlockStatement' &&
      node.body.some(
        (one) => one.type === 'IfStatement' && one.end < (child?.start ?? 0) && isAsked(one.test),
      )
    );
  });
}

/** Counts the uses in all scripts, by name. */
export function countTooNewCode(scripts: string[], floor: BrowserFloor): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of scripts.flatMap((code) => findTooNewCode(code, floor)))
    counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
