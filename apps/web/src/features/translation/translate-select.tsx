import { makeTranslatedCopyUrl, pageLanguage, readChosenLanguage } from '@institute/contract/site.constants';
import { readCookies } from '@institute/ui/browser-storage.ts';
import { buttonClass } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { toast } from '@institute/ui/toast.ts';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { secretParameters } from '../../navigation/secret-parameters.ts';

const placeClass = 'shrink-0 lg:fixed lg:right-0 lg:bottom-20 lg:z-20';
const iconClass = buttonClass({
  variant: 'outline',
  size: 'icon',
  className:
    'lg:h-14 lg:w-[24px] lg:rounded-r-none lg:border-r-0 lg:shadow-float xl:w-9 min-[100rem]:w-auto min-[100rem]:px-4',
});

/** Without scripts a link leads to the translator's own copy. It gets no address that only this visitor may know. */
export function Translation() {
  const { origin } = useRouter().options.context;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSecret = useParams({
    strict: false,
    select: (given) => secretParameters.some((name) => given[name] !== undefined),
  });
  return (
    <>
      {!isSecret && (
        <a
          href={makeTranslatedCopyUrl(origin + path)}
          rel="nofollow"
          translate="no"
          aria-label="Translate this page"
          title="Translate this page"
          className={cx('without-script', placeClass, iconClass)}
        >
          <Languages className="lg:size-[18px]!" />
        </a>
      )}
      <TranslateSelect />
    </>
  );
}

function TranslateSelect() {
  const selectRef = useRef<HTMLSelectElement>(null);
  const isKeyStep = useRef(false);
  const [chosen, setChosen] = useState(pageLanguage);
  const [options, setOptions] = useState('');

  const chooseLanguage = async (code: string, isRemembered = false) => {
    setChosen(code);
    try {
      const { translatePage } = await import('./translator.ts');
      await translatePage(code, isRemembered);
    } catch {
      toast.error('Translation could not be loaded');
      setChosen(pageLanguage);
    }
  };
  const listLanguages = () =>
    import('./languages.ts').then(
      ({ writeLanguageOptions }) => setOptions(writeLanguageOptions()),
      console.info,
    );
  const begin = useEffectEvent(() => {
    void listLanguages();
    const stored = readChosenLanguage(readCookies());
    if (stored !== pageLanguage) void chooseLanguage(stored, true);
  });
  useEffect(() => begin(), []);
  useEffect(() => {
    if (selectRef.current && options) selectRef.current.value = chosen;
  }, [chosen, options]);

  // A change in a key's own task is a step through the closed list; Enter applies it. A choice in the open
  // list comes in a later task.
  const onKey = () => {
    isKeyStep.current = true;
    setTimeout(() => {
      isKeyStep.current = false;
    });
  };

  return (
    <div translate="no" className={cx('needs-script relative', placeClass)}>
      <select
        ref={selectRef}
        aria-label="Translate this page"
        title="Translate this page"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') onKey();
          else if (options && event.currentTarget.value !== chosen) {
            event.preventDefault();
            void chooseLanguage(event.currentTarget.value);
          }
        }}
        // Browsers look up a typed letter with this event
        onKeyPress={onKey}
        onChange={({ target }) => {
          if (!isKeyStep.current) void chooseLanguage(target.value);
        }}
        onFocus={() => options || listLanguages()}
        onBlur={({ target }) => {
          target.value = chosen;
        }}
        className="peer absolute inset-0 w-full cursor-pointer text-base opacity-0"
        dangerouslySetInnerHTML={{ __html: options }}
      />
      <span
        aria-hidden
        className={cx(
          iconClass,
          'pointer-events-none uppercase peer-hover:bg-sand peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4',
        )}
      >
        <Languages className="lg:size-[18px]!" />
        <span className="hidden min-[100rem]:inline">{chosen}</span>
      </span>
    </div>
  );
}
