import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { escapeXml } from '../../../http/xml.ts';

interface PackageRelation {
  /** Last word of the relation's type, such as `worksheet`. */
  kind: string;
  target: string;
}

function readRelations(xml: string): PackageRelation[] {
  const foundRelations: PackageRelation[] = [];
  const addRelation = (name: string, { Type: type = '', Target: target = '' }: Record<string, string>) => {
    if (/(?:^|:)Relationship$/.test(name)) foundRelations.push({ kind: posix.basename(type), target });
  };
  new Parser({ onopentag: addRelation }, { xmlMode: true }).end(xml);
  return foundRelations;
}

const TYPE_START = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const partTypes = {
  officeDocument: 'sheet.main+xml',
  styles: 'styles+xml',
  sharedStrings: 'sharedStrings+xml',
  worksheet: 'worksheet+xml',
};

/**
 * Writes the content types of a workbook's parts from its relations. Some programs write other types or none, and the
 * library would then read dates as numbers. Names are normalised, because programs differ in capitals and slashes.
 */
export function writeContentTypes(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  const partsByName = new Map([...parts].map(([name, part]) => [toPartName(name), part] as const));
  const readRelationsOfPart = (name: string) =>
    readRelations(Buffer.from(partsByName.get(name) ?? []).toString());
  const listTypeElements = (owner: string): string[] => {
    const folder = posix.dirname(owner);
    const relations = `${folder}/_rels/${posix.basename(owner)}.rels`;
    return readRelationsOfPart(toPartName(relations)).flatMap(({ kind, target }) => {
      const isMainPart = kind === 'officeDocument';
      if (!(kind in partTypes) || isMainPart !== (owner === '/')) return [];
      const partName = posix.resolve('/', folder, target.replaceAll('\\', '/'));
      const contentType = TYPE_START + partTypes[kind as keyof typeof partTypes];
      const typeElement = `<Override PartName="${escapeXml(partName)}" ContentType="${contentType}"/>`;
      return isMainPart ? [typeElement, ...listTypeElements(partName)] : [typeElement];
    });
  };
  return Buffer.from(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${listTypeElements('/').join('')}</Types>`,
  );
}

const toPartName = (name: string): string => posix.resolve('/', name.replaceAll('\\', '/')).toLowerCase();
