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

  return (
    <div translate="no" className="needs-script relative rounded-full shadow-float">
      <select
        ref={list}
        aria-label="Translate this page"
        title="Translate this page"
        onChange={({ target }) => choose(target.value)}
        className="peer absolute inset-0 w-full cursor-pointer text-base opacity-0"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: options }}
      />
      <span
        aria-hidden
        className={buttonClass({
          variant: 'outline',
          className: cx(
            'pointer-events-none rounded-full uppercase peer-hover:bg-sand max-md:w-12 max-md:px-0',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2',
          ),
        })}
      >
        <Languages />
        <span className="max-md:hidden">{chosen}</span>
      </span>
    </div>
  );
}
