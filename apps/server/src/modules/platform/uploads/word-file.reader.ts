import { wordLimits } from '@institute/contract/uploads.constants';
import { strFromU8, type UnzipFileFilter, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { FileRefusal } from '../../../background/file-refusal.ts';

const TYPES_PART = '/[content_types].xml';
/** Limit for the sum of all files that contain types and relations. */
const XML_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 16;
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const faultTexts = {
  other: 'This is no Word document (.docx)',
  large: 'This Word document is too large. Save it as a PDF',
  macros: 'This Word document has macros. Save it as .docx without macros, or as a PDF',
  outside: 'This Word document loads a template or other parts from elsewhere. Save it as a PDF',
  embedded: 'This Word document has other files or programs in it. Save it as a PDF',
};

/** True for the files of macros, and of programs in buttons. */
const isProgramName = (name: string) => /(?:^|\/)(?:vba(?:Project|Data)|activeX\d*\.)/i.test(name);
const isProgramType = (type: string) => /vbaProject|activeX/i.test(type);
/** Matches relations to content that Word opens with another program or reads as another kind of document. */
const foreignRelationPattern =
  /\/(?:oleObject|control|activeXControlBinary|aFChunk|subDocument|frame|attachedToolbars)$/i;

const PACKAGE_ORIGIN = 'http://package';
/** The path of a part, by which Word compares names. Undefined for an address outside the package. */
function findPartPath(target: string, source = '/'): string | undefined {
  const address = URL.parse(target.replaceAll('\\', '/'), PACKAGE_ORIGIN + source);
  return address?.origin === PACKAGE_ORIGIN ? address.pathname.toLowerCase() : undefined;
}

interface XmlElement {
  name: string;
  attributes: Readonly<Partial<Record<string, string>>>;
}

/** Parses XML in UTF-8 or UTF-16, as Word writes it. XML that is cut off or has a document type is refused. */
function readElements(bytes: Uint8Array | undefined, root: string): XmlElement[] {
  const encoding = bytes?.[0] === 0xff ? 'utf-16le' : bytes?.[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes).trimEnd();
  const elements: XmlElement[] = [];
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        // A limit of the depth, because the parser searches all open tags at each closing tag
        if (depth > MAX_DEPTH) throw new FileRefusal(faultTexts.other);
        elements.push({ name: name.replace(/^.*:/, ''), attributes });
      },
      onclosetag: () => {
        depth -= 1;
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new FileRefusal(faultTexts.other);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const [, end] = /(?:<\/(?:[^<>:]*:)?(\w+)\s*|\/)>$/.exec(xml.slice(-200)) ?? [];
  const isXmlComplete = end === root || (elements.length === 1 && xml.endsWith('/>'));
  if (elements[0]?.name !== root || !isXmlComplete) throw new FileRefusal(faultTexts.other);
  return elements;
}

/** Unpacks the parts for which `isRead` returns true. Returns them, and the sizes of all parts, by path. */
function unpackParts(file: Uint8Array, isRead: (path: string, size: number) => boolean) {
  const sizes = new Map<string, number>();
  let unpackedBytes = 0;
  const admitEntry: UnzipFileFilter = ({ name, originalSize }) => {
    const path = findPartPath(name) ?? name;
    // Of two parts with the same path, Word and this reader could take different ones
    if (sizes.has(path)) throw new FileRefusal(faultTexts.other);
    sizes.set(path, originalSize);
    unpackedBytes += originalSize;
    if (sizes.size > wordLimits.parts || unpackedBytes > wordLimits.bytes)
      throw new FileRefusal(faultTexts.large);
    return isRead(path, originalSize);
  };
  const parts = new Map(
    Object.entries(unzipSync(file, { filter: admitEntry })).map(([name, bytes]) => [
      findPartPath(name) ?? name,
      bytes,
    ]),
  );
  return { sizes, parts };
}

function readContentTypes(bytes: Uint8Array | undefined): (path: string) => string {
  const typesByKey = new Map<string, string>();
  for (const { name, attributes } of readElements(bytes, 'Types')) {
    const key =
      name === 'Override' ? findPartPath(attributes.PartName ?? '') : attributes.Extension?.toLowerCase();
    if (key !== undefined) typesByKey.set(key, attributes.ContentType ?? '');
  }
  return (path) => typesByKey.get(path) ?? typesByKey.get(/[^./]*$/.exec(path)?.[0] ?? '') ?? '';
}

interface Relation {
  type: string;
  /** Path of the part. Undefined when the relation leads out of the document. */
  part: string | undefined;
  source: string;
}

function readRelations(path: string, bytes: Uint8Array): Relation[] {
  const source = path.replace(/_rels\/([^/]*)\.rels$/, '$1');
  return readElements(bytes, 'Relationships').flatMap(({ name, attributes }) => {
    const { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' } = attributes;
    const part = mode.trim().toLowerCase() === 'internal' ? findPartPath(target, source) : undefined;
    return name === 'Relationship' ? [{ type, part, source }] : [];
  });
}

/** True for the workbook of a chart. It must have no macros, because a spreadsheet program opens it. */
function isHarmlessSheet(path: string, file: Uint8Array): boolean {
  if (!/\.xls[xbm]$/.test(path) || !strFromU8(file.subarray(0, 4), true).startsWith('PK')) return false;
  const names = [...unpackParts(file, () => false).sizes.keys()];
  const isMacroName = (name: string) => isProgramName(name) || name.startsWith('/xl/macrosheets/');
  return names.some((name) => /^\/xl\/workbook\d*\.(?:xml|bin)$/.test(name)) && !names.some(isMacroName);
}

/** Follows the relations as Word does. Unpacks only the parts with types and relations, and embedded workbooks. */
function findWordFault(file: Uint8Array): string | null {
  let xmlBytes = 0;
  const { sizes, parts } = unpackParts(file, (path, size) => {
    const isPackageXml = path === TYPES_PART || /\/_rels\/[^/]*\.rels$/.test(path);
    if (isPackageXml) xmlBytes += size;
    if (xmlBytes > XML_BYTES) throw new FileRefusal(faultTexts.large);
    return isPackageXml;
  });
  const findTypeOfPart = readContentTypes(parts.get(TYPES_PART));
  const relations = [...parts].flatMap(([path, bytes]) =>
    path === TYPES_PART ? [] : readRelations(path, bytes),
  );
  const mainParts = relations.flatMap(({ type, source, part }) =>
    part && source === '/' && /\/officeDocument$/.test(type) ? part : [],
  );
  const paths = [...sizes.keys()];
  const hasMacros =
    mainParts.some((path) => /macroEnabled/i.test(findTypeOfPart(path))) ||
    paths.some((path) => isProgramName(path) || isProgramType(findTypeOfPart(path)));
  if (hasMacros) return faultTexts.macros;
  // The settings of a document have no links, so a link in them is a template under another name
  const isHyperlink = ({ type, source }: Relation) =>
    /\/hyperlink$/.test(type) && !/settings\+xml$/i.test(findTypeOfPart(source));
  if (relations.some((one) => one.part === undefined && !isHyperlink(one))) return faultTexts.outside;
  if (relations.some(({ type }) => foreignRelationPattern.test(type))) return faultTexts.embedded;
  const packageParts = relations.flatMap(({ type, part }) => (part && /\/package$/.test(type) ? part : []));
  const embeddedPaths = new Set([...packageParts, ...paths.filter((path) => /\/embeddings\/./.test(path))]);
  const files = unpackParts(file, (path) => embeddedPaths.has(path)).parts;
  if (
    [...files].some(
      ([path, bytes]) => !findTypeOfPart(path).startsWith('image/') && !isHarmlessSheet(path, bytes),
    )
  )
    return faultTexts.embedded;
  const isWordPart = (path: string) =>
    findTypeOfPart(path).toLowerCase() === MAIN_TYPE && Boolean(sizes.get(path));
  return mainParts.length > 0 && mainParts.every(isWordPart) ? null : faultTexts.other;
}

async function* readFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  try {
    yield findWordFault(file);
  } catch (error) {
    yield error instanceof FileRefusal ? error.message : faultTexts.other;
  }
}

export { readFault as read };
