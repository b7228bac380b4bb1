// Rules for names and comments. A function's name says what it does, and a search for it finds few places.
import { parseSync } from '@swc/core';

const MAX_FILES_OF_A_NAME = 3;

/** Accessors that may end in `Of`, because each of these names exists once. */
const ALLOWED_ACCESSORS = ['itemsOf', 'pagesOf'];

/**
 * Words that may be the whole name of a function: verbs that need no object where they are used, and words of the
 * field.
 */
const VERBS =
  'add apply ask begin build call cancel capitalise change check choose clear close compare confirm count decrypt delete draw drop encrypt end evaluate fail fill find flush follow forget format get hide hold ignore keep leave list listen load look make merge migrate move open parse pause pick post put query read record refuse release reload remove render repeat resolve restore retry run save send serve set show sort start stop store submit take tell tidy toggle truncate update upload validate verify visit wait warn watch weigh work write';
const FIELD_WORDS = 'cx nullable ok text';
const ONE_WORD_NAMES = new Set(`${VERBS} ${FIELD_WORDS}`.split(' '));

/** Words that begin with a small letter even at the start of a sentence. */
const SMALL_LETTER_WORDS = /^(?:biome-ignore|initdb|kB|macOS|nginx|npm|pg|tRPC)\b/;

const isProductSource = ({ file }) =>
  /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec)\.\w+$|\/testing\/|\/migrations\/|^apps\/e2e\//.test(file);

const isFunctionNode = (node) => ['ArrowFunctionExpression', 'FunctionExpression'].includes(node?.type);

/** Lists the functions that a file declares, also within other functions. */
function listFunctionNames({ file, text }) {
  const functionNames = [];
  const visitNode = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'FunctionDeclaration') functionNames.push(node.identifier.value);
    if (node.type === 'VariableDeclarator' && isFunctionNode(node.init)) functionNames.push(node.id.value);
    for (const childNode of Object.values(node)) visitNode(childNode);
  };
  visitNode(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }).body);
  return new Set(functionNames);
}

const filesByNameCache = new WeakMap();

/** Groups the files by the names of functions that they declare. */
function groupFilesByName(files) {
  const cachedFilesByName = filesByNameCache.get(files);
  if (cachedFilesByName) return cachedFilesByName;
  const filesByFunctionName = new Map();
  for (const productSource of files.filter(isProductSource)) {
    for (const functionName of listFunctionNames(productSource))
      filesByFunctionName.set(functionName, [
        ...(filesByFunctionName.get(functionName) ?? []),
        productSource.file,
      ]);
  }
  filesByNameCache.set(files, filesByFunctionName);
  return filesByFunctionName;
}

const makeFunctionNameRule = (isRefused) => (files) =>
  Array.from(groupFilesByName(files), ([name, places]) => ({ name, places }))
    .filter(isRefused)
    .map(({ name, places }) => `${name} in ${places.join(', ')}`);

function findSmallLetterComments({ file, text }) {
  const sourceLines = text.split('\n');
  const isCommentLine = (line = '') => /^\s*\/\//.test(line);
  return sourceLines.flatMap((line, at) => {
    const words = /^\s*(?:\/\/|\{?\/\*\*?) ([a-z].*)/.exec(line)?.[1];
    if (
      !words ||
      SMALL_LETTER_WORDS.test(words) ||
      (isCommentLine(line) && isCommentLine(sourceLines[at - 1]))
    )
      return [];
    return [`${file}:${at + 1}: ${words}`];
  });
}

/** @type {{ name: string, wayOut: string, find: (files: { file: string, text: string }[]) => string[] }[]} */
export const nameRules = [
  {
    name: 'name-ends-in-of',
    wayOut: 'A function is a verb with its object: `readSite`, `formatAmount`, `toProgramView`, `findOwner`.',
    find: makeFunctionNameRule(
      ({ name, places }) => /[a-z]Of$/.test(name) && (places.length > 1 || !ALLOWED_ACCESSORS.includes(name)),
    ),
  },
  {
    name: 'name-of-one-word',
    wayOut:
      'Say what it does with what: `listWaiting`, not `waiting`. A verb that is clear alone joins `VERBS` of infra/scripts/name-rules.mjs.',
    find: makeFunctionNameRule(({ name }) => /^[a-z]+$/.test(name) && !ONE_WORD_NAMES.has(name)),
  },
  {
    name: 'name-in-many-files',
    wayOut: `At most ${MAX_FILES_OF_A_NAME} files declare a function of the same name: say its object too, or share one function.`,
    find: makeFunctionNameRule(({ places }) => places.length > MAX_FILES_OF_A_NAME),
  },
  {
    name: 'small-letter',
    wayOut: 'A comment begins with a capital letter; an identifier stands in backticks.',
    find: (files) =>
      files.filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file)).flatMap(findSmallLetterComments),
  },
];
