import { wordLimits } from '@institute/contract/uploads.constants';
import { strFromU8, type UnzipFileFilter, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { FileRefusal } from '../../../background/file-refusal.ts';

const TYPES_PART = '/[content_types].xml';
/** Of all files together that say kinds and relations. */
const XML_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 16;
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const faults = {
  other: 'This is no Word document (.docx)',
  large: 'This Word document is too large. Save it as a PDF',
  macros: 'This Word document has macros. Save it as .docx without macros, or as a PDF',
  outside: 'This Word document loads a template or other parts from elsewhere. Save it as a PDF',
  embedded: 'This Word document has other files or programs in it. Save it as a PDF',
};

/** Programs in a document, and in its buttons. */
const isProgram = (name: string) => /(?:^|\/)(?:vba(?:Project|Data)|activeX\d*\.)/i.test(name);
const isProgramType = (type: string) => /vbaProject|activeX/i.test(type);
/** Relations to what Word opens with another program, or reads as a document of another kind. */
const otherFiles =
  /\/(?:oleObject|control|activeXControlBinary|aFChunk|subDocument|frame|attachedToolbars)$/i;

const PACKAGE = 'http://package';
/** The path of a part, by which Word compares names. Undefined for an address outside the package. */
function findPart(target: string, source = '/'): string | undefined {
  const address = URL.parse(target.replaceAll('\\', '/'), PACKAGE + source);
  return address?.origin === PACKAGE ? address.pathname.toLowerCase() : undefined;
}

interface XmlElement {
  name: string;
  attributes: Readonly<Partial<Record<string, string>>>;
}

/** Word writes UTF-8 or UTF-16. What is cut off or has a document type is refused. */
function readElements(bytes: Uint8Array | undefined, root: string): XmlElement[] {
  const encoding = bytes?.[0] === 0xff ? 'utf-16le' : bytes?.[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes).trimEnd();
  const elements: XmlElement[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        // The parser searches all open tags at each closing one
        if (depth > MAX_DEPTH) throw new FileRefusal(faults.other);
        elements.push({ name: name.replace(/^.*:/, ''), attributes });
      },
      onclosetag: () => {
        depth -= 1;
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new FileRefusal(faults.other);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const [, end] = /(?:<\/(?:[^<>:]*:)?(\w+)\s*|\/)>$/.exec(xml.slice(-200)) ?? [];
  const isWhole = end === root || (elements.length === 1 && xml.endsWith('/>'));
  if (elements[0]?.name !== root || !isWhole) throw new FileRefusal(faults.other);
  return elements;
}

/** Unpacks the parts that `isRead` takes, by their paths. */
function unpackParts(file: Uint8Array, isRead: (path: string, size: number) => boolean) {
  const sizes = new Map<string, number>();
  let unpacked = 0;
  const admitEntry: UnzipFileFilter = ({ name, originalSize }) => {
    const path = findPart(name) ?? name;
    // Word and this reader could take different ones
    if (sizes.has(path)) throw new FileRefusal(faults.other);
    sizes.set(path, originalSize);
    unpacked += originalSize;
    if (sizes.size > wordLimits.parts || unpacked > wordLimits.bytes) throw new FileRefusal(faults.large);
    return isRead(path, originalSize);
  };
  const parts = new Map(
    Object.entries(unzipSync(file, { filter: admitEntry })).map(([name, bytes]) => [
      findPart(name) ?? name,
      bytes,
    ]),
  );
  return { sizes, parts };
}

function readTypes(bytes: Uint8Array | undefined): (path: string) => string {
  const types = new Map<string, string>();
  for (const { name, attributes } of readElements(bytes, 'Types')) {
    const key =
      name === 'Override' ? findPart(attributes.PartName ?? '') : attributes.Extension?.toLowerCase();
    if (key !== undefined) types.set(key, attributes.ContentType ?? '');
  }
  return (path) => types.get(path) ?? types.get(/[^./]*$/.exec(path)?.[0] ?? '') ?? '';
}

interface Relation {
  type: string;
  /** Undefined when it leads out of the document. */
  part: string | undefined;
  source: string;
}

function readRelations(path: string, bytes: Uint8Array): Relation[] {
  const source = path.replace(/_rels\/([^/]*)\.rels$/, '$1');
  return readElements(bytes, 'Relationships').flatMap(({ name, attributes }) => {
    const { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' } = attributes;
    const part = mode.trim().toLowerCase() === 'internal' ? findPart(target, source) : undefined;
    return name === 'Relationship' ? [{ type, part, source }] : [];
  });
}

/** The sheet behind a chart. It is opened by a spreadsheet program, so it has no macros either. */
function isSheet(path: string, file: Uint8Array): boolean {
  if (!/\.xls[xbm]$/.test(path) || !strFromU8(file.subarray(0, 4), true).startsWith('PK')) return false;
  const names = [...unpackParts(file, () => false).sizes.keys()];
  const isMacro = (name: string) => isProgram(name) || name.startsWith('/xl/macrosheets/');
  return names.some((name) => /^\/xl\/workbook\d*\.(?:xml|bin)$/.test(name)) && !names.some(isMacro);
}

/** Follows the package as Word does, and unpacks only what says kinds and relations, and sheets. */
function findFault(file: Uint8Array): string | null {
  let xmlBytes = 0;
  const { sizes, parts } = unpackParts(file, (path, size) => {
    const isXml = path === TYPES_PART || /\/_rels\/[^/]*\.rels$/.test(path);
    if (isXml) xmlBytes += size;
    if (xmlBytes > XML_BYTES) throw new FileRefusal(faults.large);
    return isXml;
  });
  const typeOf = readTypes(parts.get(TYPES_PART));
  const relations = [...parts].flatMap(([path, bytes]) =>
    path === TYPES_PART ? [] : readRelations(path, bytes),
  );
  const mains = relations.flatMap(({ type, source, part }) =>
    part && source === '/' && /\/officeDocument$/.test(type) ? part : [],
  );
  const paths = [...sizes.keys()];
  const hasMacros =
    mains.some((path) => /macroEnabled/i.test(typeOf(path))) ||
    paths.some((path) => isProgram(path) || isProgramType(typeOf(path)));
  if (hasMacros) return faults.macros;
  // Settings have no links, so a link there is a template under another name
  const isLink = ({ type, source }: Relation) =>
    /\/hyperlink$/.test(type) && !/settings\+xml$/i.test(typeOf(source));
  if (relations.some((one) => one.part === undefined && !isLink(one))) return faults.outside;
  if (relations.some(({ type }) => otherFiles.test(type))) return faults.embedded;
  const packages = relations.flatMap(({ type, part }) => (part && /\/package$/.test(type) ? part : []));
  const embedded = new Set([...packages, ...paths.filter((path) => /\/embeddings\/./.test(path))]);
  const files = unpackParts(file, (path) => embedded.has(path)).parts;
  if ([...files].some(([path, bytes]) => !typeOf(path).startsWith('image/') && !isSheet(path, bytes)))
    return faults.embedded;
  const isWord = (path: string) => typeOf(path).toLowerCase() === MAIN_TYPE && Boolean(sizes.get(path));
  return mains.length > 0 && mains.every(isWord) ? null : faults.other;
}

async function* readFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  try {
    yield findFault(file);
  } catch (error) {
    yield error instanceof FileRefusal ? error.message : faults.other;
  }
}

export { readFault as read };
