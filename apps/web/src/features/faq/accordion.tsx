import { useHydrated } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

type Item = { title: string; text: string };
/** `name` groups the items of one list; other lists of the page need another one. */
type AccordionProps = { name: string; items: Item[] };

const rowClass =
  'flex min-h-14 w-full cursor-pointer list-none items-center justify-between gap-4 py-3 text-left hover:text-green [&::-webkit-details-marker]:hidden';
const iconClass = 'size-5 shrink-0 text-green transition-transform';
const textClass = 'max-w-text pb-5 whitespace-pre-line text-muted';

/** One item at a time is open, with or without scripts. */
export function Accordion({ name, items }: AccordionProps) {
  const hydrated = useHydrated();
  const [open, setOpen] = useState<number | null>(null);
  const id = useId();

  return (
    <ul className="border-y border-line *:not-last:border-b *:border-line">
      {items.map(({ title, text }, index) => (
        <li key={title}>
          {hydrated ? (
            <>
              <h3 className="text-md font-semibold">
                <button
                  type="button"
                  aria-expanded={open === index}
                  aria-controls={`${id}-${index}`}
                  onClick={() => setOpen(open === index ? null : index)}
                  className={rowClass}
                >
                  {title}
                  <ChevronDown
                    className={`${iconClass} ${open === index ? 'rotate-180' : ''}`}
                    strokeWidth={1.75}
                    aria-hidden
                  />
                </button>
              </h3>
              <p id={`${id}-${index}`} hidden={open !== index} className={textClass}>
                {text}
              </p>
            </>
          ) : (
            // keeps an item open that was opened before hydration
            <details name={name} ref={(details) => void (details?.open && setOpen(index))} className="group">
              <summary className={rowClass}>
                <h3 className="text-md font-semibold">{title}</h3>
                <ChevronDown
                  className={`${iconClass} group-open:rotate-180`}
                  strokeWidth={1.75}
                  aria-hidden
                />
              </summary>
              <p className={textClass}>{text}</p>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
