/**
 * Texts about everyday subjects. The cosine of a query with the nearest of them shows how near the embedding model puts
 * the query to texts that do not answer it. Half of them are in other languages than English, because a text is nearer
 * to texts of its own language.
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
  'Der Bus hält nicht mehr vor dem Rathaus.',
  'Wie lange muss der Teig ruhen?',
  'Le marché est fermé le lundi matin.',
  'Où puis-je acheter un billet de bateau ?',
  'El perro del vecino ladra por la noche.',
  '¿Cuánto cuesta alquilar una bicicleta?',
  'Il treno per la costa parte alle nove.',
  'O jardim precisa de água no verão.',
  'Сосед починил старый забор.',
  'Когда открывается библиотека?',
  '图书馆星期天不开门。',
  '怎么去最近的邮局？',
  '公園の桜が咲きました。',
  '駅までどのくらいかかりますか。',
  '도서관은 아홉 시에 문을 엽니다.',
  'يفتح المتجر في الساعة التاسعة.',
];
