/**
 * Texts about different subjects. The cosines of their pairs show which cosines an embedding model gives to texts that do not
 * answer each other: about 0.42 for bge-small, 0.77 for e5.
 */
export const UNRELATED_TEXTS: readonly string[] = [
  'The bakery on the corner opens at seven.',
  'How do I change the tyre of a bicycle?',
  'Heavy rain flooded the valley last spring.',
  'The museum shows paintings of the nineteenth century.',
  'We decided to keep the old contract for another year.',
  'My cousin plays the trumpet in a brass band.',
  'The function returns an error if the file is empty.',
  'Thanks, that sounds good to me!',
  'Water boils at a lower temperature on high mountains.',
  'Please send the invoice to the new address.',
  'Which train goes to the airport in the morning?',
  'She prefers tea without sugar.',
  'The parliament voted against the new tax.',
  'Tomatoes grow best in warm and sunny places.',
  'I watched a film about whales yesterday.',
  'The meeting was moved from Monday to Thursday.',
];
