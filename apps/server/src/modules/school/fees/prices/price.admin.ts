import { priceInput } from '@institute/contract';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../../admin/trpc.ts';
import { listPrices, type PricedServices, setPriceTerms } from './price-list.service.ts';

const pricesProcedure = makeProcedure(needs.fees);

export const makePriceRouter = (services: PricedServices) =>
  router({
    prices: pricesProcedure.query(({ ctx }) => listPrices(ctx)),
    setPrice: pricesProcedure
      .input(priceInput)
      .mutation(({ ctx, input }) => setPriceTerms(ctx, services, input)),
  });
