import { preserveRows } from '../../../database/backup/kept-rows.ts';

/** A number that sent STOP after the backup was made stays blocked after a restore. */
export const preserveStoppedNumbers = preserveRows(
  'select key, wrote_at, stopped_at from sms_numbers where stopped_at is not null',
  `insert into sms_numbers (key, wrote_at, stopped_at) select key, wrote_at, stopped_at
   from jsonb_to_recordset($1) as kept (key text, wrote_at timestamptz, stopped_at timestamptz)
   on conflict (key) do update set stopped_at = coalesce(sms_numbers.stopped_at, excluded.stopped_at)`,
);
