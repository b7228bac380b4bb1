interface Backfill {
  migration: string;
  sql: string;
}

/**
 * Changes of stored rows by migrations. Rows of an older backup are restored after the migrations, and need
 * them too.
 */
export const backfills: readonly Backfill[] = [
  {
    migration: '0005-access-and-activity',
    sql: `update accounts set last_sign_in_at = (select max(created_at) from activities
      where account_id = accounts.id and type in ('login', 'signup'))`,
  },
  {
    migration: '0016-medical-rights-and-guardians',
    sql: 'update registrations set consented_at = created_at',
  },
  {
    migration: '0024-receipt-proof',
    sql: `update donations set receipt_code = upper(left(replace(gen_random_uuid()::text, '-', ''), 12))
      where receipt_number is not null`,
  },
  {
    migration: '0030-news-by-publication',
    sql: `update posts set published_at = case status when 'published' then created_at when 'scheduled' then publish_at end`,
  },
  {
    migration: '0034-newsletter-tokens',
    sql: `update activities set ip_address = null, user_agent = null
      where entity_type = 'newsletter' and entity_id is null and user_email is null`,
  },
];
