import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { escapeXml } from '../../../http/xml.ts';

interface Relation {
  /** The last word of its type, such as `worksheet`. */
  kind: string;
  target: string;
}

function readRelations(xml: string): Relation[] {
  const relations: Relation[] = [];
  const addRelation = (name: string, { Type: type = '', Target: target = '' }: Record<string, string>) => {
    if (/(?:^|:)Relationship$/.test(name)) relations.push({ kind: posix.basename(type), target });
  };
  new Parser({ onopentag: addRelation }, { xmlMode: true }).end(xml);
  return relations;
}

const TYPE_START = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const partTypes = {
  officeDocument: 'sheet.main+xml',
  styles: 'styles+xml',
  sharedStrings: 'sharedStrings+xml',
  worksheet: 'worksheet+xml',
};

/**
 * Types of the parts of a workbook as its relations name them. Some programs write other types or none, and the
 * package would then read days as numbers. Programs differ in capitals and slashes of the names.
 */
export function writeContentTypes(parts: ReadonlyMap<string, Uint8Array>): Buffer {
  const byName = new Map([...parts].map(([name, part]) => [toPartName(name), part] as const));
  const read = (name: string) => readRelations(Buffer.from(byName.get(name) ?? []).toString());
  const listTypes = (owner: string): string[] => {
    const folder = posix.dirname(owner);
    const relations = `${folder}/_rels/${posix.basename(owner)}.rels`;
    return read(toPartName(relations)).flatMap(({ kind, target }) => {
      const isMain = kind === 'officeDocument';
      if (!(kind in partTypes) || isMain !== (owner === '/')) return [];
      const part = posix.resolve('/', folder, target.replaceAll('\\', '/'));
      const type = TYPE_START + partTypes[kind as keyof typeof partTypes];
      const own = `<Override PartName="${escapeXml(part)}" ContentType="${type}"/>`;
      return isMain ? [own, ...listTypes(part)] : [own];
    });
  };
  return Buffer.from(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${listTypes('/').join('')}</Types>`,
  );
}

const toPartName = (name: string): string => posix.resolve('/', name.replaceAll('\\', '/')).toLowerCase();
