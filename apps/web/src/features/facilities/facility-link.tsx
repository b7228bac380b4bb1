import type { Facility } from '@institute/contract';
import { CardLink } from '@institute/ui/card-link.tsx';

/** The name of a facility. Makes the whole card a link to its page. */
export const FacilityLink = ({ facility: { id, name } }: { facility: Pick<Facility, 'id' | 'name'> }) => (
  <CardLink to="/facilities/$id" params={{ id: String(id) }}>
    {name}
  </CardLink>
);
