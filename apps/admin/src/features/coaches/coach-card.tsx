import type { Coach } from '@institute/contract';
import { Badge } from '@institute/ui/badge.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Portrait } from '@institute/ui/portrait.tsx';

export function CoachCard({ coach }: { coach: Coach }) {
  const { name, role, bio, specialties, imageUrl } = coach;
  return (
    <div className="flex flex-col gap-3 p-5">
      <div className="flex items-center gap-4">
        <Portrait
          src={imageUrl}
          name={name}
          sizes="80px"
          className="size-20 shrink-0 rounded-control object-cover"
        />
        <div className="min-w-0">
          <Heading level={2} size="card">
            {name}
          </Heading>
          <p className="text-base font-medium text-green">{role}</p>
        </div>
      </div>
      <p className="line-clamp-3 text-base text-muted">{bio}</p>
      {specialties.length > 0 && (
        <ul aria-label="Specialties" className="flex flex-wrap gap-1">
          {specialties.map((specialty) => (
            <li key={specialty}>
              <Badge className="whitespace-normal!">{specialty}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
