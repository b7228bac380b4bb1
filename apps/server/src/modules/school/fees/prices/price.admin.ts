import { priceInput } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../../admin/trpc.ts';
import { listPrices, type PricedServices, setPrice } from './price-list.service.ts';

const procedure = makeProcedure(needs.fees);

export const makePriceRouter = (services: PricedServices) =>
  router({
    prices: procedure.query(({ ctx }) => listPrices(ctx)),
    setPrice: procedure.input(priceInput).mutation(({ ctx, input }) => setPrice(ctx, services, input)),
  });
