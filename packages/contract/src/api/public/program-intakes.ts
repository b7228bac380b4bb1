import { pathId } from '../../fields/fields.ts';
import { publicContent } from '../calls.ts';
import { wrapPage } from '../lists.ts';
import { intakeResource, intakeSummary } from './intakes.ts';

/** Calls for the intakes of one program. */
export const programIntakeRoutes = {
  list: {
    method: 'GET',
    path: '/programs/:id/intakes',
    pathParams: pathId,
    query: intakeResource.routes.summaries.query.omit({ programId: true }),
    responses: { 200: wrapPage(intakeSummary) },
    summary: 'List the intakes of one program',
    description: 'As `GET /intakes/summaries` with this program. Answers 404 when `GET /programs/{id}` does.',
    metadata: publicContent,
  },
} as const;
