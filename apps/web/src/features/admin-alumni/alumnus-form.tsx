import { zodResolver } from '@hookform/resolvers/zod';
import { type Alumnus, alumnusInput } from '@institute/contract';
import { alumniCategories, limits } from '@institute/contract/constants';
import { capitalise, kampalaYear } from '@institute/contract/rules';
import { ChoiceField, NumberField, TextField } from '../../admin-ui/form/fields.tsx';
import { typed, typedList } from '../../admin-ui/form/typed-list.ts';
import { PictureField } from '../../admin-ui/images/picture-field.tsx';
import type { FormKind } from '../../admin-ui/resource/content-resource.ts';
import { admin } from '../../api/admin.ts';
import { alumniWords } from './alumnus-list.tsx';

const schema = alumnusInput.extend({
  achievements: typedList(',', alumnusInput.shape.achievements.unwrap().out),
});
type Values = (typeof schema)['_zod']['input'];
type Input = (typeof schema)['_zod']['output'];

const categories = alumniCategories.map((value) => ({ value, label: capitalise(value) }));

export const alumniForm: FormKind<Alumnus, Values, Input> = {
  words: alumniWords,
  api: admin.alumni,
  resolver: zodResolver(schema),
  valuesOf: (alumnus) => ({
    name: alumnus?.name ?? '',
    position: alumnus?.position ?? '',
    currentTeam: alumnus?.currentTeam ?? '',
    graduationYear: alumnus?.graduationYear ?? kampalaYear(new Date()),
    category: alumnus?.category ?? 'professional',
    achievements: typed(',', alumnus?.achievements),
    image: alumnus?.image ?? '',
    imageAlt: alumnus?.imageAlt ?? '',
  }),
  fields: (
    <>
      <TextField<Values> name="name" label="Name" required />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField<Values> name="position" label="Position" required />
        <TextField<Values> name="currentTeam" label="Current Team" />
        <NumberField<Values>
          name="graduationYear"
          label="Graduation Year"
          min={limits.alumni.yearMin}
          step={1}
          required
        />
        <ChoiceField<Values> name="category" label="Category" choices={categories} />
      </div>
      <TextField<Values> name="achievements" label="Achievements" hint="Separated by commas" />
      <PictureField<Values> name="image" altName="imageAlt" required />
    </>
  ),
};
