import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement } from '@mdn/browser-compat-data/types';
import postcss, { type ChildNode, type Declaration } from 'postcss';
import type { BrowserFloor } from '../../browser-floors.ts';
import { isSupported, listParts } from './too-new.ts';

const { properties = {}, selectors = {}, types = {}, 'at-rules': atRules = {} } = bcd.css;

const UNITS =
  /(?<![\w#-])-?[\d.]+(dvh|svh|lvh|dvw|svw|lvw|dvi|dvb|cqw|cqh|cqi|cqb|cqmin|cqmax|rlh|lh|cap|ic)\b/g;
const unitTypes: Record<string, CompatStatement | undefined> = {
  dvh: types.length?.viewport_percentage_units_dynamic?.__compat,
  svh: types.length?.viewport_percentage_units_small?.__compat,
  lvh: types.length?.viewport_percentage_units_large?.__compat,
  cqw: types.length?.container_query_length_units?.__compat,
};
const viewportUnits = /^[dsl]v/;

/**
 * Names what a style sheet has and a browser of the floor drops. A declaration is fine in `@supports`, or after
 * one of the same property that the browser takes.
 */
export function findTooNewStyles(css: string, floor: BrowserFloor): string[] {
  const found = new Set<string>();
  const add = (name: string, compat: CompatStatement | undefined) => {
    if (compat && !isSupported(compat, floor)) found.add(name);
  };
  const root = postcss.parse(css);
  root.walkAtRules(({ name, params }) => {
    if (name.startsWith('-') || name === 'supports') return;
    add(`@${name}`, atRules[name]?.__compat);
    if (name !== 'media') return;
    for (const [feature] of params.matchAll(/(?<=\()[a-z-]+/g))
      add(`@media (${feature})`, atRules.media?.[feature]?.__compat);
    if (/[<>]/.test(params)) add('@media (width < …)', atRules.media?.range_syntax?.__compat);
  });
  root.walkRules((rule) => {
    const selector = rule.selector.replace(/\\./g, '');
    if (rule.parent?.type === 'rule' || selector.includes('&')) add('nesting', selectors.nesting?.__compat);
    for (const [, name = ''] of selector.matchAll(/::?([a-z][a-z-]+)/g))
      add(`:${name}`, selectors[name]?.__compat);
  });
  root.walkDecls((declaration) => {
    if (isInSupports(declaration)) return;
    const faults = listFaults(declaration, floor);
    if (faults.length === 0 || hasFallback(declaration, floor)) return;
    for (const fault of faults) found.add(fault);
  });
  return [...found].sort();
}

function listFaults({ prop, value }: Pick<Declaration, 'prop' | 'value'>, floor: BrowserFloor): string[] {
  const faults: [string, CompatStatement | undefined][] = [];
  const isDropped = (compat?: CompatStatement) => compat !== undefined && !isSupported(compat, floor);
  const isCustom = prop.startsWith('--');
  if (!isCustom && !prop.startsWith('-')) {
    faults.push([prop, properties[prop]?.__compat]);
    for (const word of value.match(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g) ?? []) {
      if (!isDropped(properties[prop]?.__compat))
        faults.push([`${prop}: ${word}`, properties[prop]?.[word]?.__compat]);
    }
  }
  for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g))
    faults.push([`${name}()`, findFunction(name)]);
  for (const [, unit = ''] of value.matchAll(UNITS)) {
    const same = viewportUnits.test(unit) ? `${unit[0]}vh` : unit.startsWith('cq') ? 'cqw' : unit;
    faults.push([unit, unitTypes[same] ?? types.length?.[unit]?.__compat]);
  }
  return faults.filter(([, compat]) => isDropped(compat)).map(([name]) => name);
}

function findFunction(name: string): CompatStatement | undefined {
  const groups = [types, ...listParts(types).map(([, type]) => type)];
  return groups.map((group) => group[name]?.__compat).find(Boolean);
}

function hasFallback(declaration: Declaration, floor: BrowserFloor): boolean {
  const before = declaration.parent?.nodes.slice(0, declaration.parent.index(declaration)) ?? [];
  return before.some(
    (one) => one.type === 'decl' && one.prop === declaration.prop && listFaults(one, floor).length === 0,
  );
}

function isInSupports({ parent }: ChildNode): boolean {
  if (!parent || parent.type === 'root' || parent.type === 'document') return false;
  return (
    (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') ||
    isInSupports(parent as ChildNode)
  );
}
