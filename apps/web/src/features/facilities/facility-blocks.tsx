import type { Site } from '@institute/contract';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Pattern } from '@institute/ui/pattern/pattern.tsx';
import { useSite } from '../../api/context.ts';

export function FacilityBlocks() {
  const { equipment, technology } = useSite().facilityBlocks;
  return (
    <div className="bg-sand py-section">
      <Container className="flex flex-col gap-10 lg:gap-12">
        <Block title="Equipment" items={equipment} />
        <Block title="Technology" items={technology} />
      </Container>
    </div>
  );
}

type BlockProps = { title: string; items: Site['facilityBlocks']['equipment'] };

function Block({ title, items }: BlockProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
      <div className="flex items-center gap-4 self-start lg:flex-col lg:items-start">
        <Pattern seed={title} cols={1} rows={1} className="size-11 shrink-0 rounded-control lg:size-14" />
        <Heading level={2} size="block">
          {title}
        </Heading>
      </div>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {items.map((item) => (
          <li key={item.title} className="border-t-2 border-ink pt-3">
            <Heading level={3}>{item.title}</Heading>
            <p className="mt-1 text-base">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
