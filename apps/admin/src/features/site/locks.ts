import { ownerSettings } from '@institute/contract/site.constants';
import type { Description } from './description.ts';
import type { FieldLock } from './list-field.tsx';
import type { SiteSection } from './sections.ts';
import { describePath } from './site-fields.ts';

export interface SiteWriter {
  isOwner: boolean;
}

const isFieldWithinPath = (name: string, path: string) => `${name}.`.startsWith(`${path}.`);

/** Undefined when the account may change the setting. */
export function findFieldLock(name: string, writer: SiteWriter): FieldLock | undefined {
  if (writer.isOwner) return undefined;
  for (const [decided, paths] of Object.entries(ownerSettings)) {
    const lockedPath = paths.find((one) => isFieldWithinPath(name, one));
    if (lockedPath)
      return name === lockedPath ? { reason: `Only the owner of this site may change ${decided}.` } : {};
  }
  return undefined;
}

/** True when the account may change no setting of the section. */
export const isSectionLocked = ({ paths }: SiteSection, writer: SiteWriter): boolean =>
  paths.every((path) => isFieldLocked(path, describePath(path), writer));

const isFieldLocked = (name: string, of: Description, writer: SiteWriter): boolean =>
  findFieldLock(name, writer) !== undefined ||
  ('fields' in of &&
    Object.entries(of.fields).every(([field, below]) => isFieldLocked(`${name}.${field}`, below, writer)));
