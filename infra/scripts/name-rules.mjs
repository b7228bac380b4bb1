// Rules of names and comments: names say what functions do, and a search finds them.
import { parseSync } from '@swc/core';

const MAX_FILES = 3;

/** Accessors that may end in `Of`, because each of these names stands once. */
const ACCESSORS = ['contentKeyOf', 'itemsOf', 'pagesOf'];

/** Functions of one word: verbs that need no object in their place, and words of the field. */
const VERBS =
  'add apply ask begin build call cancel capitalise change check choose clear close compare confirm count decrypt delete draw drop encrypt end evaluate fail fill find flush follow forget format get hide hold ignore keep leave list listen load look make merge migrate move open parse pause pick post put query read record refuse release reload remove render repeat resolve restore retry run save send serve set show sort start stop store submit take tell tidy toggle truncate update upload validate verify visit wait warn watch weigh work write';
const WORDS = 'cx nullable ok text';
const ONE_WORD = new Set(`${VERBS} ${WORDS}`.split(' '));

/** Words that begin with a small letter also at the start of a sentence. */
const OWN_SPELLING = /^(?:biome-ignore|initdb|kB|macOS|nginx|npm|pg|tRPC)\b/;

const isProduct = ({ file }) =>
  /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec)\.\w+$|\/testing\/|\/migrations\/|^apps\/e2e\//.test(file);

const isFunction = (node) => ['ArrowFunctionExpression', 'FunctionExpression'].includes(node?.type);

/** The names of the functions that a text declares, at its top and within others. */
function listFunctionNames({ file, text }) {
  const names = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'FunctionDeclaration') names.push(node.identifier.value);
    if (node.type === 'VariableDeclarator' && isFunction(node.init)) names.push(node.id.value);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body);
  return new Set(names);
}

const parsed = new WeakMap();

/** The files by the name of a function that they declare. */
function groupFilesByName(files) {
  const known = parsed.get(files);
  if (known) return known;
  const byName = new Map();
  for (const source of files.filter(isProduct)) {
    for (const name of listFunctionNames(source))
      byName.set(name, [...(byName.get(name) ?? []), source.file]);
  }
  parsed.set(files, byName);
  return byName;
}

const refuseNames = (isRefused) => (files) =>
  Array.from(groupFilesByName(files), ([name, places]) => ({ name, places }))
    .filter(isRefused)
    .map(({ name, places }) => `${name} in ${places.join(', ')}`);

function findSmallLetters({ file, text }) {
  const lines = text.split('\n');
  const isLine = (line = '') => /^\s*\/\//.test(line);
  return lines.flatMap((line, at) => {
    const words = /^\s*(?:\/\/|\{?\/\*\*?) ([a-z].*)/.exec(line)?.[1];
    if (!words || OWN_SPELLING.test(words) || (isLine(line) && isLine(lines[at - 1]))) return [];
    return [`${file}:${at + 1}: ${words}`];
  });
}

/** @type {{ name: string, wayOut: string, find: (files: { file: string, text: string }[]) => string[] }[]} */
export const nameRules = [
  {
    name: 'name-ends-in-of',
    wayOut: 'A function is a verb with its object: `readSite`, `formatAmount`, `toProgramView`, `findOwner`.',
    find: refuseNames(
      ({ name, places }) => /[a-z]Of$/.test(name) && (places.length > 1 || !ACCESSORS.includes(name)),
    ),
  },
  {
    name: 'name-of-one-word',
    wayOut:
      'Say what it does with what: `listWaiting`, not `waiting`. A verb that is clear alone joins `VERBS` of infra/scripts/name-rules.mjs.',
    find: refuseNames(({ name }) => /^[a-z]+$/.test(name) && !ONE_WORD.has(name)),
  },
  {
    name: 'name-in-many-files',
    wayOut: `At most ${MAX_FILES} files declare a function of the same name: say its object too, or share one function.`,
    find: refuseNames(({ places }) => places.length > MAX_FILES),
  },
  {
    name: 'small-letter',
    wayOut: 'A comment begins with a capital letter; an identifier stands in backticks.',
    find: (files) => files.filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file)).flatMap(findSmallLetters),
  },
];
