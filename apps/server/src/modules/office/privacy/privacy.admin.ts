import { personErasure, personQuery } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { erasePerson, exportPerson, findPerson } from './person.service.ts';

/** All procedures are mutations, because a URL must not contain an address or a number. */
const privacyProcedure = makeProcedure(needs.personalData);

export const privacyRouter = router({
  find: privacyProcedure.input(personQuery).mutation(({ ctx, input }) => findPerson(ctx, input.person)),

  export: privacyProcedure.input(personQuery).mutation(({ ctx, input }) => exportPerson(ctx, input.person)),

  erase: privacyProcedure.input(personErasure).mutation(({ ctx, input }) => erasePerson(ctx, input.person)),
});
