import { type WaitingCount, waitingCount } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import { readRows } from '../../../sql.ts';
import { PROGRAMS_TABLE } from '../programs/program.entity.ts';

export const countWaiting = ({ em }: Ctx): Promise<WaitingCount[]> =>
  readRows(
    em,
    waitingCount.shape,
  )(
    `select programs.name as program, count(*)::int as people
     from registrations join ${PROGRAMS_TABLE} as programs on programs.id = registrations.program_id
     where registrations.status = 'waiting' and registrations.deleted_at is null
     group by programs.id order by people desc, program`,
  );
