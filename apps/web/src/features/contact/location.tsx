import { Button } from '@institute/ui/button.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { ExternalLink, Map as MapIcon, MapPin } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '../../api/context.ts';

export function Location() {
  const { name, address, directionsUrl, mapUrl } = useSite(
    'institute.directionsUrl',
    'institute.mapUrl',
  ).institute;
  if (![address, directionsUrl, mapUrl].some(Boolean)) return null;
  return (
    <section aria-label="Location" className="bg-sand py-section">
      <Container className="grid gap-x-12 gap-y-6 lg:grid-cols-[24rem_1fr] lg:items-center">
        <div className="flex flex-col items-start gap-3">
          <Heading level={2}>Location</Heading>
          {address && (
            <address className="flex items-start gap-2.5 text-lg not-italic">
              <MapPin className="mt-1 size-5 shrink-0 text-green" />
              <span className="min-w-0 text-balance">
                <span translate="no" className="block font-semibold">
                  {name}
                </span>
                {address}
              </span>
            </address>
          )}
          {directionsUrl && (
            <a
              href={directionsUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-green underline underline-offset-4 hover:text-leaf"
            >
              Open in maps
              <ExternalLink className="size-5" />
            </a>
          )}
        </div>
        {mapUrl && <LocationMap url={mapUrl} name={name} />}
      </Container>
    </section>
  );
}

const mapBoxClass =
  'relative aspect-square w-full overflow-hidden rounded-card border border-line sm:aspect-video';

/** Loads the other site's map only on request, so that it does not track every visitor. */
function LocationMap({ url, name }: { url: string; name: string }) {
  const [shown, setShown] = useState(false);
  if (!shown) {
    return (
      <div className={`needs-script bg-paper ${mapBoxClass}`}>
        <Pattern seed="map" palette="sand" cols={8} rows={5} className="absolute inset-0 size-full" />
        <div className="absolute inset-0 flex items-center justify-center">
          <Button size="lg" onClick={() => setShown(true)}>
            <MapIcon aria-hidden />
            Show map
          </Button>
        </div>
      </div>
    );
  }
  return (
    <iframe
      ref={(frame) => frame?.focus()}
      src={url}
      title={['Map', name].filter(Boolean).join(': ')}
      className={`bg-card ${mapBoxClass}`}
      allowFullScreen
    />
  );
}
