import type { SiteSettings } from '@institute/contract';
import {
  type Colors,
  darkenForPaper,
  defaultColors,
  findPatternGround,
  type Look,
  makeLookTokens,
  makePatternPath,
  type PatternStyle,
} from '@institute/contract/look';
import { applyLook } from '@institute/ui/apply-look.ts';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field, Input } from '@institute/ui/field.tsx';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { type CSSProperties, useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useSite } from '../../api/site.ts';
import { ChoiceField, type FieldProps, useFormField } from '../../forms/fields.tsx';

const suggestedColourPairs: { name: string; colors: Colors }[] = [
  { name: 'Green and gold', colors: defaultColors },
  { name: 'Navy and orange', colors: { main: '#1f3a6e', accent: '#f08a24' } },
  { name: 'Dark red and teal', colors: { main: '#8f1d2e', accent: '#1b9a94' } },
  { name: 'Purple and lime', colors: { main: '#4b2a7b', accent: '#b5d334' } },
  { name: 'Yellow and blue', colors: { main: '#ffd23f', accent: '#1d4e89' } },
  { name: 'Black and red', colors: { main: '#1d1b16', accent: '#e4572e' } },
];

const COLORS_PATH = 'institute.colors';
const isColour = (typed: unknown): typed is string =>
  typeof typed === 'string' && /^#[\da-f]{6}$/i.test(typed);
const toColour = (typed: unknown, fallback: string) => (isColour(typed) ? typed.toLowerCase() : fallback);

function ColourField(props: FieldProps<Record<string, unknown>>) {
  const { register, wrapper } = useFormField<Record<string, unknown>>(props);
  const { setValue } = useFormContext();
  const typedColour = useWatch({ name: props.name });
  const isDarkenedForText =
    props.name === `${COLORS_PATH}.main` &&
    isColour(typedColour) &&
    darkenForPaper(typedColour) !== typedColour;
  return (
    <Field {...wrapper} hint={isDarkenedForText ? 'Darkened for text' : props.hint}>
      <span className="flex gap-2">
        <Input autoComplete="off" spellCheck={false} placeholder="#0f5a43" {...register(props.name)} />
        <input
          type="color"
          aria-label={`Pick the ${props.label.toLowerCase()}`}
          value={toColour(typedColour, '#000000')}
          onChange={({ target }) =>
            setValue(props.name, target.value, { shouldDirty: true, shouldValidate: true })
          }
          className="h-12 w-16 shrink-0 cursor-pointer rounded-control border border-edge bg-card p-1"
        />
      </span>
    </Field>
  );
}

const patternNames: Record<PatternStyle, string> = {
  shapes: 'Shapes',
  lines: 'Lines',
  dots: 'Dots',
  none: 'None',
};

export function LookPart() {
  const { setValue } = useFormContext();
  const { institute } = useSite();
  const { colors, pattern }: Look = useWatch({ name: 'institute' });
  const savedLook: Look | undefined = useFormState().defaultValues?.institute;
  // The admin area around the form shows the saved look
  useEffect(() => savedLook && applyLook(savedLook), [savedLook]);
  const shownColors: Colors = {
    main: toColour(colors.main, defaultColors.main),
    accent: toColour(colors.accent, defaultColors.accent),
  };
  const isColourPairChosen = (pair: Colors) =>
    pair.main === shownColors.main && pair.accent === shownColors.accent;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex flex-col gap-6">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 font-semibold">Ready pairs</legend>
          {suggestedColourPairs.map((pair) => (
            <button
              key={pair.name}
              type="button"
              aria-pressed={isColourPairChosen(pair.colors)}
              onClick={() => setValue(COLORS_PATH, pair.colors, { shouldDirty: true, shouldValidate: true })}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 rounded-control border bg-card px-3 text-sm font-semibold hover:bg-sand',
                isColourPairChosen(pair.colors) ? 'border-ink bg-sand' : 'border-edge',
              )}
            >
              <ColourSwatch colour={pair.colors.main} />
              <ColourSwatch colour={pair.colors.accent} />
              {pair.name}
            </button>
          ))}
        </fieldset>
        <ColourField name={`${COLORS_PATH}.main`} label="Main colour" required />
        <ColourField name={`${COLORS_PATH}.accent`} label="Accent colour" required />
        <ChoiceField<SiteSettings>
          name="institute.pattern"
          label="Pattern"
          choices={Object.entries(patternNames)}
        />
      </div>
      <figure
        aria-label="The colours in use"
        style={toColourProperties(shownColors)}
        className="overflow-hidden rounded-card border border-line bg-paper"
      >
        <div className="flex min-h-14 items-center gap-2.5 border-b border-line px-4 py-2">
          <LogoMark logo={institute.logo} size={32} />
          <span className="min-w-0 font-heading leading-tight font-bold tracking-heading">
            {institute.name}
          </span>
        </div>
        {pattern !== 'none' && (
          <div style={{ height: 18, background: chooseBandBackground(shownColors, pattern) }} />
        )}
        <div className="flex flex-col gap-3 bg-green-ground p-4 text-on-green">
          <p className="font-heading text-lg font-bold">Learn a trade</p>
          <span className={makeButtonClass({ variant: 'accent', className: 'self-start' })}>Register</span>
        </div>
        <div className="m-4 flex flex-col items-start gap-2 rounded-card border border-line bg-card p-4">
          <span className="rounded-full bg-green-soft px-2.5 py-0.5 text-sm font-semibold text-green">
            Places left
          </span>
          <span className="font-semibold text-green underline underline-offset-4">A link on paper</span>
          <span className={makeButtonClass()}>Send</span>
        </div>
      </figure>
    </div>
  );
}

const ColourSwatch = ({ colour }: { colour: string }) => (
  <span aria-hidden style={{ background: colour }} className="size-5 rounded-full border border-line" />
);

const toColourProperties = (colors: Colors) =>
  Object.fromEntries(
    Object.entries(makeLookTokens(colors)).map(([name, value]) => [`--color-${name}`, value]),
  ) as CSSProperties;

const chooseBandBackground = (colors: Colors, pattern: PatternStyle) =>
  findPatternGround(pattern) ?? `url(${makePatternPath(colors, 'band')}) 50% 0 / auto 100% repeat-x`;
