import { cleanNames } from '../backfills/clean-names.ts';
import { type Execute, fillInternationalPhones } from '../backfills/international-phones.ts';
import type { Header } from './backup-format.ts';

interface Rename {
  /** Backups made before this migration hold the former names. */
  migration: string;
  tables: Record<string, string>;
  /** Columns by the former name of their table. */
  columns?: Record<string, Record<string, string>>;
}

/** A migration that renames a table or a column adds an entry here, so that older backups can be restored. */
const renames: readonly Rename[] = [
  {
    migration: '0011-emails',
    tables: { mails: 'emails' },
    columns: { newsletter_deliveries: { mail_id: 'email_id' } },
  },
  { migration: '0012-messages', tables: { contact_submissions: 'messages' } },
  {
    migration: '0013-campaigns',
    tables: {
      newsletter_campaigns: 'campaigns',
      newsletter_subscribers: 'subscribers',
      newsletter_deliveries: 'deliveries',
    },
  },
  {
    migration: '0014-post-words',
    tables: {},
    // Backups from before 0013 hold the table under its former name
    columns: { campaigns: { article: 'post_copy' }, newsletter_campaigns: { article: 'post_copy' } },
  },
  { migration: '0048-outgoing-messages', tables: { emails: 'outgoing_messages' } },
];

export function presentNames({ migrations }: Pick<Header, 'migrations'>) {
  const missed = renames.filter(({ migration }) => !migrations.includes(migration));
  const presentTable = (former: string) => missed.reduce((name, { tables }) => tables[name] ?? name, former);
  return {
    table: presentTable,
    columns: (formerTable: string): Record<string, string> =>
      Object.assign({}, ...missed.map(({ columns }) => columns?.[formerTable])),
    sequence: (former: string) =>
      former.replace(/^(\w+)(_id_seq)$/, (_, name: string, end: string) => presentTable(name) + end),
  };
}

interface Backfill {
  migration: string;
  run: (execute: Execute) => Promise<unknown>;
}

const runSql = (migration: string, sql: string): Backfill => ({
  migration,
  run: (execute) => execute(sql),
});

/**
 * Changes of stored rows by migrations. Rows of an older backup are restored after the migrations, and need
 * them too.
 */
export const backfills: readonly Backfill[] = [
  runSql(
    '0005-access-and-activity',
    `update accounts set last_sign_in_at = (select max(created_at) from activities
      where account_id = accounts.id and type in ('login', 'signup'))`,
  ),
  runSql('0016-medical-rights-and-guardians', 'update registrations set consented_at = created_at'),
  runSql(
    '0024-receipt-proof',
    `update donations set receipt_code = upper(left(replace(gen_random_uuid()::text, '-', ''), 12))
      where receipt_number is not null`,
  ),
  runSql(
    '0030-news-by-publication',
    `update posts set published_at = case status when 'published' then created_at when 'scheduled' then publish_at end`,
  ),
  runSql(
    '0034-newsletter-tokens',
    `update activities set ip_address = null, user_agent = null
      where entity_type = 'newsletter' and entity_id is null and user_email is null`,
  ),
  { migration: '0049-international-phones', run: fillInternationalPhones },
  { migration: '0061-clean-names', run: cleanNames },
  runSql(
    '0072-message-files',
    `update outgoing_messages set is_file = true
      where channel = 'sms' and sent_at is not null and provider_id is null`,
  ),
  runSql('0079-fees', 'update accounts set may_keep_fees = true where is_owner'),
];
