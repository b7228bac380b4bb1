import { preserveRows } from '../../../database/backup/kept-rows.ts';

/** Keeps the unsubscriptions that were made after a backup when the backup is restored. */
export const preserveUnsubscriptions = preserveRows(
  `select token, left_hash, unsubscribed_at from subscribers where state = 'unsubscribed' and email is null`,
  `update subscribers set state = 'unsubscribed', email = null, left_hash = kept.left_hash,
     unsubscribed_at = kept.unsubscribed_at
   from jsonb_to_recordset($1) as kept (token text, left_hash text, unsubscribed_at timestamptz)
   where subscribers.token = kept.token and subscribers.state <> 'unsubscribed'`,
);
