import { personErasure, personQuery } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { exportTicket } from '../../../exports/ticket.ts';
import { erasePerson, findPerson } from './person.service.ts';
import { personCopyExport } from './person-copy.service.ts';

/** All procedures are mutations, because a URL must not contain an address or a number. */
const privacyProcedure = makeProcedure(needs.personalData);

export const privacyRouter = router({
  find: privacyProcedure.input(personQuery).mutation(({ ctx, input }) => findPerson(ctx, input.person)),

  exportTicket: exportTicket(personCopyExport),

  erase: privacyProcedure.input(personErasure).mutation(({ ctx, input }) => erasePerson(ctx, input.person)),
});
