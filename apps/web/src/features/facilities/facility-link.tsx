import type { Facility } from '@institute/contract';
import { Link } from '@tanstack/react-router';

/** Of the card around a `FacilityLink`. */
export const wholeCardClass =
  'group relative transition-colors hover:border-edge has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2';

/** The name of a facility; the whole card around it leads to its page. */
export function FacilityLink({ facility: { id, name } }: { facility: Pick<Facility, 'id' | 'name'> }) {
  return (
    <Link
      to="/facilities/$id"
      params={{ id: String(id) }}
      className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4 focus-visible:shadow-none focus-visible:outline-none"
    >
      {name}
    </Link>
  );
}
