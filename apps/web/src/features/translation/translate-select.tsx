import { makeTranslatedCopyUrl, pageLanguage, readChosenLanguage } from '@institute/contract/site.constants';
import { readCookies } from '@institute/ui/browser-storage.ts';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { toast } from '@institute/ui/toast.ts';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { secretParameters } from '../../navigation/secret-parameters.ts';

const placeClass = 'shrink-0 lg:fixed lg:right-0 lg:bottom-20 lg:z-20';
const iconClass = makeButtonClass({
  variant: 'outline',
  size: 'icon',
  className:
    'lg:h-14 lg:w-[24px] lg:rounded-r-none lg:border-r-0 lg:shadow-float xl:w-9 min-[100rem]:w-auto min-[100rem]:px-4',
});

/**
 * The choice of a language. Without scripts a link opens the translator's own copy of the page. Secret
 * addresses have no such link.
 */
export function Translation() {
  const { origin } = useRouter().options.context;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isSecretPage = useParams({
    strict: false,
    select: (given) => secretParameters.some((name) => given[name] !== undefined),
  });
  return (
    <>
      {!isSecretPage && (
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
  const isChangedByKeyRef = useRef(false);
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
  const fillLanguageOptions = () =>
    import('./languages.ts').then(
      ({ writeLanguageOptions }) => setOptions(writeLanguageOptions()),
      console.info,
    );
  const beginTranslation = useEffectEvent(() => {
    void fillLanguageOptions();
    const storedLanguage = readChosenLanguage(readCookies());
    if (storedLanguage !== pageLanguage) void chooseLanguage(storedLanguage, true);
  });
  useEffect(() => beginTranslation(), []);
  useEffect(() => {
    if (selectRef.current && options) selectRef.current.value = chosen;
  }, [chosen, options]);

  // Called for each key press. A change in the same task is a step through the closed list, which Enter
  // applies later. A choice in the open list comes in a later task.
  const noteKeyPressInSelect = () => {
    isChangedByKeyRef.current = true;
    setTimeout(() => {
      isChangedByKeyRef.current = false;
    });
  };

  return (
    <div translate="no" className={cx('needs-script relative', placeClass)}>
      <select
        ref={selectRef}
        aria-label="Translate this page"
        title="Translate this page"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') noteKeyPressInSelect();
          else if (options && event.currentTarget.value !== chosen) {
            event.preventDefault();
            void chooseLanguage(event.currentTarget.value);
          }
        }}
        // Typing a letter selects an option by this event
        onKeyPress={noteKeyPressInSelect}
        onChange={({ target }) => {
          if (!isChangedByKeyRef.current) void chooseLanguage(target.value);
        }}
        onFocus={() => options || fillLanguageOptions()}
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
