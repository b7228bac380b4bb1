import { ownerSettings, technicalSettings } from '@institute/contract/site.constants';
import type { Lock } from './list-field.tsx';
import type { SiteSection } from './sections.ts';

export interface SiteWriter {
  isOwner: boolean;
  hasSettings: boolean;
}

const isWithin = (name: string, path: string) => `${name}.`.startsWith(`${path}.`);

/** Undefined when the account may change the setting. */
export function findLock(name: string, writer: SiteWriter): Lock | undefined {
  if (writer.isOwner) return undefined;
  const technical = technicalSettings.find((path) => isWithin(name, path));
  if (technical && !writer.hasSettings)
    return name === technical
      ? { reason: 'Your account may not change settings of messages. Ask an owner.' }
      : {};
  for (const [decided, paths] of Object.entries(ownerSettings)) {
    const path = paths.find((one) => isWithin(name, one));
    if (path) return name === path ? { reason: `Only the owner of this site may change ${decided}.` } : {};
  }
  return undefined;
}

/** True when the account may change no setting of the section. */
export const isLockedSection = ({ paths }: SiteSection, writer: SiteWriter): boolean =>
  paths.every((path) => findLock(path, writer) !== undefined);
