import { wordDocumentLimits } from '@institute/contract/uploads.constants';
import { strFromU8, type UnzipFileFilter, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { FileRefusal } from '../../../background/file-refusal.ts';

const CONTENT_TYPES_PART = '/[content_types].xml';
/** Limit for the sum of all files that contain types and relations. */
const MAX_XML_BYTES = 4 * 1024 * 1024;
const MAX_XML_DEPTH = 16;
const WORD_MAIN_PART_TYPE =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

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
  const partUrl = URL.parse(target.replaceAll('\\', '/'), PACKAGE_ORIGIN + source);
  return partUrl?.origin === PACKAGE_ORIGIN ? partUrl.pathname.toLowerCase() : undefined;
}

interface XmlElement {
  name: string;
  attributes: Readonly<Partial<Record<string, string>>>;
}

/** Parses XML in UTF-8 or UTF-16, as Word writes it. XML that is cut off or has a document type is refused. */
function readElements(bytes: Uint8Array | undefined, root: string): XmlElement[] {
  const xmlEncoding = bytes?.[0] === 0xff ? 'utf-16le' : bytes?.[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xmlText = new TextDecoder(xmlEncoding).decode(bytes).trimEnd();
  const xmlElements: XmlElement[] = [];
  let elementDepth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        elementDepth += 1;
        // A limit of the depth, because the parser searches all open tags at each closing tag
        if (elementDepth > MAX_XML_DEPTH) throw new FileRefusal(faultTexts.other);
        xmlElements.push({ name: name.replace(/^.*:/, ''), attributes });
      },
      onclosetag: () => {
        elementDepth -= 1;
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new FileRefusal(faultTexts.other);
      },
    },
    { xmlMode: true },
  );
  parser.end(xmlText);
  const [, end] = /(?:<\/(?:[^<>:]*:)?(\w+)\s*|\/)>$/.exec(xmlText.slice(-200)) ?? [];
  const isXmlComplete = end === root || (xmlElements.length === 1 && xmlText.endsWith('/>'));
  if (xmlElements[0]?.name !== root || !isXmlComplete) throw new FileRefusal(faultTexts.other);
  return xmlElements;
}

/** Unpacks the parts for which `isRead` returns true. Returns them, and the sizes of all parts, by path. */
function unpackParts(file: Uint8Array, isRead: (path: string, size: number) => boolean) {
  const sizesByPath = new Map<string, number>();
  let unpackedBytes = 0;
  const admitEntry: UnzipFileFilter = ({ name, originalSize }) => {
    const partPath = findPartPath(name) ?? name;
    // Of two parts with the same path, Word and this reader could take different ones
    if (sizesByPath.has(partPath)) throw new FileRefusal(faultTexts.other);
    sizesByPath.set(partPath, originalSize);
    unpackedBytes += originalSize;
    if (sizesByPath.size > wordDocumentLimits.parts || unpackedBytes > wordDocumentLimits.bytes)
      throw new FileRefusal(faultTexts.large);
    return isRead(partPath, originalSize);
  };
  const bytesByPath = new Map(
    Object.entries(unzipSync(file, { filter: admitEntry })).map(([name, bytes]) => [
      findPartPath(name) ?? name,
      bytes,
    ]),
  );
  return { sizes: sizesByPath, parts: bytesByPath };
}

function readContentTypes(bytes: Uint8Array | undefined): (path: string) => string {
  const typesByKey = new Map<string, string>();
  for (const { name, attributes } of readElements(bytes, 'Types')) {
    const typeKey =
      name === 'Override' ? findPartPath(attributes.PartName ?? '') : attributes.Extension?.toLowerCase();
    if (typeKey !== undefined) typesByKey.set(typeKey, attributes.ContentType ?? '');
  }
  return (path) => typesByKey.get(path) ?? typesByKey.get(/[^./]*$/.exec(path)?.[0] ?? '') ?? '';
}

interface PackageRelation {
  type: string;
  /** Path of the part. Undefined when the relation leads out of the document. */
  part: string | undefined;
  source: string;
}

function readRelations(path: string, bytes: Uint8Array): PackageRelation[] {
  const sourcePartPath = path.replace(/_rels\/([^/]*)\.rels$/, '$1');
  return readElements(bytes, 'Relationships').flatMap(({ name, attributes }) => {
    const { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' } = attributes;
    const targetPartPath =
      mode.trim().toLowerCase() === 'internal' ? findPartPath(target, sourcePartPath) : undefined;
    return name === 'Relationship' ? [{ type, part: targetPartPath, source: sourcePartPath }] : [];
  });
}

/** True for the workbook of a chart. It must have no macros, because a spreadsheet program opens it. */
function isHarmlessSheet(path: string, file: Uint8Array): boolean {
  if (!/\.xls[xbm]$/.test(path) || !strFromU8(file.subarray(0, 4), true).startsWith('PK')) return false;
  const partNames = [...unpackParts(file, () => false).sizes.keys()];
  const isMacroName = (name: string) => isProgramName(name) || name.startsWith('/xl/macrosheets/');
  return (
    partNames.some((name) => /^\/xl\/workbook\d*\.(?:xml|bin)$/.test(name)) && !partNames.some(isMacroName)
  );
}

/** Follows the relations as Word does. Unpacks only the parts with types and relations, and embedded workbooks. */
function findWordFault(file: Uint8Array): string | null {
  let xmlBytes = 0;
  const { sizes, parts } = unpackParts(file, (path, size) => {
    const isPackageXml = path === CONTENT_TYPES_PART || /\/_rels\/[^/]*\.rels$/.test(path);
    if (isPackageXml) xmlBytes += size;
    if (xmlBytes > MAX_XML_BYTES) throw new FileRefusal(faultTexts.large);
    return isPackageXml;
  });
  const findTypeOfPart = readContentTypes(parts.get(CONTENT_TYPES_PART));
  const partRelations = [...parts].flatMap(([path, bytes]) =>
    path === CONTENT_TYPES_PART ? [] : readRelations(path, bytes),
  );
  const mainParts = partRelations.flatMap(({ type, source, part }) =>
    part && source === '/' && /\/officeDocument$/.test(type) ? part : [],
  );
  const partPaths = [...sizes.keys()];
  const hasMacros =
    mainParts.some((path) => /macroEnabled/i.test(findTypeOfPart(path))) ||
    partPaths.some((path) => isProgramName(path) || isProgramType(findTypeOfPart(path)));
  if (hasMacros) return faultTexts.macros;
  // The settings of a document have no links, so a link in them is a template under another name
  const isHyperlink = ({ type, source }: PackageRelation) =>
    /\/hyperlink$/.test(type) && !/settings\+xml$/i.test(findTypeOfPart(source));
  if (partRelations.some((one) => one.part === undefined && !isHyperlink(one))) return faultTexts.outside;
  if (partRelations.some(({ type }) => foreignRelationPattern.test(type))) return faultTexts.embedded;
  const packageParts = partRelations.flatMap(({ type, part }) =>
    part && /\/package$/.test(type) ? part : [],
  );
  const embeddedPaths = new Set([
    ...packageParts,
    ...partPaths.filter((path) => /\/embeddings\/./.test(path)),
  ]);
  const embeddedFiles = unpackParts(file, (path) => embeddedPaths.has(path)).parts;
  if (
    [...embeddedFiles].some(
      ([path, bytes]) => !findTypeOfPart(path).startsWith('image/') && !isHarmlessSheet(path, bytes),
    )
  )
    return faultTexts.embedded;
  const isWordPart = (path: string) =>
    findTypeOfPart(path).toLowerCase() === WORD_MAIN_PART_TYPE && Boolean(sizes.get(path));
  return mainParts.length > 0 && mainParts.every(isWordPart) ? null : faultTexts.other;
}

async function* readWordFault({ file }: { file: Uint8Array }): AsyncGenerator<string | null> {
  try {
    yield findWordFault(file);
  } catch (error) {
    yield error instanceof FileRefusal ? error.message : faultTexts.other;
  }
}

export { readWordFault as read };
