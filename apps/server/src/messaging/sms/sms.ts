import type { SiteSettings } from '@institute/contract';
import type { SmsPlaceholder } from '@institute/contract/sms-texts.constants';
import type { EntityManager } from '@mikro-orm/postgresql';

export interface SmsContext {
  em: EntityManager;
  site: SiteSettings;
  publicUrl: string;
}

/** A text without `values` has no placeholders to fill in. */
export interface SmsText {
  template: string;
  values?: Partial<Record<SmsPlaceholder, string>>;
  /** A sentence that follows the text, where the SMS has room for it. */
  addition?: string;
}

export type WriteSmsOfKind = (kind: string, data: object, context: SmsContext) => Promise<SmsText>;
