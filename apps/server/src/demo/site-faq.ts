import type { Site } from '@institute/contract';

export const faq: Site['faq'] = [
  {
    category: 'Programs & Training',
    question: 'Which courses lead to a diploma?',
    answer:
      'Three do: cosmetology and beauty therapy, information technology, and fashion and garment design. All other courses end with a certificate of attendance that names what you learned.',
  },
  {
    category: 'Programs & Training',
    question: 'Do I need to have finished school?',
    answer:
      'For a diploma you need Senior Four or the equivalent. Short courses, camps and clinics are open to everyone of the right age, and the trainers will help if reading is hard for you.',
  },
  {
    category: 'Programs & Training',
    question: 'How much of a course is practice?',
    answer:
      'About two thirds. You work in the salon, the lab, the workshop or the kitchen from the first weeks, and each diploma ends with a placement.',
  },
  {
    category: 'Programs & Training',
    question: 'Can I study and keep my job?',
    answer:
      'Yes. Several courses have an evening, Saturday or online group. Look at the schedule on the page of the program.',
  },
  {
    category: 'Registration & Fees',
    question: 'How do I register?',
    answer:
      'Fill in the five steps of the registration form. It takes about ten minutes and costs nothing. We read each application within three working days and then call you.',
  },
  {
    category: 'Registration & Fees',
    question: 'Can I pay in parts?',
    answer:
      'Diploma fees are paid in three parts: on the first day, after eight weeks and after sixteen weeks. Short courses are paid in two parts, camps and clinics in one.',
  },
  {
    category: 'Registration & Fees',
    question: 'What does the fee include?',
    answer:
      'Teaching, materials, use of all machines, the examination and a starter kit for diploma students. Uniforms cost UGX 60,000 extra.',
  },
  {
    category: 'Registration & Fees',
    question: 'Are there bursaries?',
    answer:
      'Donors pay for several bursaries each year. Register first, then send us a message with the word bursary in the subject. Need counts more than marks.',
  },
  {
    category: 'Registration & Fees',
    question: 'Can I have my money back if I cannot come?',
    answer:
      'Before the course begins you get everything back. In the first two weeks you get three quarters back. After that, the fee can be moved to a later intake once.',
  },
  {
    category: 'Facilities',
    question: 'May I visit before I decide?',
    answer:
      'Please do. We show visitors round on every working day between 9:00 AM and 4:00 PM. Call first if you would like to meet a certain trainer.',
  },
  {
    category: 'Facilities',
    question: 'Do I have to bring my own tools or computer?',
    answer:
      'No. Every student has a machine or a station, and cameras and tablets can be borrowed. Diploma students keep their starter kit.',
  },
  {
    category: 'Facilities',
    question: 'Is the building accessible?',
    answer:
      'The salon, the lab, the library and the hall have step-free entrances and toilets. The sports ground is level. Tell us what you need and we will arrange the room.',
  },
  {
    category: 'Facilities',
    question: 'Can I hire the hall or the sports ground?',
    answer:
      'Yes, on days without classes. Send us the date and the number of guests through the contact page and we will send you a price.',
  },
];
