/** A name in each script that papers claim to print. */
export const scriptNames = [
  ['Latin', 'Ann Example'],
  ['Luganda', 'Nnamuŋŋooŋa Kyaŋŋa'],
  ['Hausa', 'Ɓala Ɗanjuma Ƙasim'],
  ['Vietnamese', 'Nguyễn Thị Ánh Đặng'],
  ['Yoruba', 'Ẹ̀bùn Ọ̀ṣun'],
  ['Greek', 'Γιώργος Ἰωάννης'],
  ['Cyrillic', 'Иван Петров'],
  ['Arabic', 'محمد عبد الرحمن'],
  ['Hebrew', 'יוסף לוי'],
  ["Ge'ez", 'ሃና ተስፋዬ ገብረ'],
] as const;
