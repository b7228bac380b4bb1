import { Button } from '@institute/ui/button.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';

const boxClass =
  'relative aspect-square w-full overflow-hidden rounded-card border border-line sm:aspect-video';

/** Loads the other site's map only on request, so that it does not track every visitor. */
export function LocationMap({ url, name }: { url: string; name: string }) {
  const [shown, setShown] = useState(false);
  if (!shown) {
    return (
      <div className={`needs-script bg-paper ${boxClass}`}>
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
      title={`Map: ${name}`}
      className={`bg-card ${boxClass}`}
      allowFullScreen
    />
  );
}
