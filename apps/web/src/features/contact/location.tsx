import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ExternalLink, MapPin } from 'lucide-react';
import { useSite } from '../../api/context.ts';
import { LocationMap } from './location-map.tsx';

export function Location() {
  const { institute } = useSite();
  return (
    <section aria-label="Location" className="bg-sand py-section">
      <Container className="grid gap-x-12 gap-y-6 lg:grid-cols-[24rem_1fr] lg:items-center">
        <div className="flex flex-col items-start gap-3">
          <Heading level={2}>Location</Heading>
          <address className="flex items-start gap-2.5 text-lg not-italic">
            <MapPin className="mt-1 size-5 shrink-0 text-green" strokeWidth={1.75} aria-hidden />
            <span className="min-w-0">
              {institute.name}
              <br />
              {institute.address}
            </span>
          </address>
          {institute.directionsUrl && (
            <a
              href={institute.directionsUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-green underline underline-offset-4 hover:text-leaf"
            >
              Open in maps
              <ExternalLink className="size-5" strokeWidth={1.75} aria-hidden />
            </a>
          )}
        </div>
        {institute.mapUrl && <LocationMap url={institute.mapUrl} name={institute.name} />}
      </Container>
    </section>
  );
}
