import { Languages } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { chosenLanguage, pageLanguage } from './chosen-language.ts';

// The page contains the options, so that the first scripts need not.
let options = '';
/** Called once on the server, before it renders pages. */
export const renderOptions = (html: string) => {
  options = html;
};

/** Lets visitors translate the page. The remote translator is loaded on their first choice. */
export function TranslateSelect() {
  const list = useRef<HTMLSelectElement>(null);
  const isKeyStep = useRef(false);
  const [chosen, setChosen] = useState(pageLanguage);

  const choose = async (code: string) => {
    setChosen(code);
    try {
      const { translatePage } = await import('./translator.ts');
      await translatePage(code);
    } catch {
      toast.error('Translation could not be loaded');
      setChosen(pageLanguage);
    }
  };
  const begin = useEffectEvent(async () => {
    const stored = chosenLanguage(document.cookie);
    if (stored !== pageLanguage) void choose(stored);
    // A page rendered in the browser has no options yet.
    if (list.current?.options.length !== 0) return;
    const { languageOptions } = await import('./languages.ts');
    list.current.innerHTML = languageOptions();
    list.current.value = chosen;
  });
  useEffect(() => {
    void begin();
  }, []);
  useEffect(() => {
    if (list.current) list.current.value = chosen;
  }, [chosen]);

  // A change in the same task as a key is a step through the closed list, which Enter applies. A choice in the opened
  // list comes in a later task.
  const onKey = () => {
    isKeyStep.current = true;
    setTimeout(() => {
      isKeyStep.current = false;
    });
  };

  return (
    <div translate="no" className="needs-script relative shrink-0 lg:fixed lg:right-0 lg:bottom-20 lg:z-20">
      <select
        ref={list}
        aria-label="Translate this page"
        title="Translate this page"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') onKey();
          else if (event.currentTarget.value !== chosen) {
            event.preventDefault();
            void choose(event.currentTarget.value);
          }
        }}
        // Browsers look up a typed letter with this event.
        onKeyPress={onKey}
        onChange={({ target }) => {
          if (!isKeyStep.current) void choose(target.value);
        }}
        onBlur={({ target }) => {
          target.value = chosen;
        }}
        className="peer absolute inset-0 w-full cursor-pointer text-base opacity-0"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: options }}
      />
      <span
        aria-hidden
        className={buttonClass({
          variant: 'outline',
          size: 'icon',
          className: cx(
            'pointer-events-none uppercase peer-hover:bg-sand peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4',
            'lg:h-14 lg:w-[24px] lg:rounded-r-none lg:border-r-0 lg:shadow-float xl:w-9 min-[100rem]:w-auto min-[100rem]:px-4',
          ),
        })}
      >
        <Languages className="lg:size-[18px]!" />
        <span className="hidden min-[100rem]:inline">{chosen}</span>
      </span>
    </div>
  );
}
