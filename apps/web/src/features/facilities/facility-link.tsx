import type { Facility } from '@institute/contract';
import { CardLink } from '@institute/ui/card-link.tsx';

export const FacilityLink = ({ facility: { id, name } }: { facility: Pick<Facility, 'id' | 'name'> }) => (
  <CardLink to="/facilities/$id" params={{ id: String(id) }}>
    {name}
  </CardLink>
);
