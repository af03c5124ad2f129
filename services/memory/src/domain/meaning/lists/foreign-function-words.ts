/**
 * Function words of the languages most written in Latin letters beside English, without those that are English words too
 * ("die", "in", "me"), folded. They only tell that a text is not English. Written for this project (CC0).
 */
export const FOREIGN_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `der das und ist nicht wie viele wann warum wer wo welche welcher welches ein eine einen einer ich wir sie mein meine
  fur mit auf von zu im den dem des kann haben werden wird sind uber oder auch nach bei aus kein keine
  le la les un une et est pas que qui quoi comment pourquoi quand ou quel quelle quels quelles je nous vous il elle mon ma
  mes dans avec sur pour du aux ce cette sont peut
  el los las una y es por cuando donde quien cual cuales cuantos cuantas mi con para se esta puedo
  il lo gli uno che chi perche quando dove quale quali quanti quante io mio della del nel sono posso come
  o os um uma e nao quem onde qual quais quantos quantas eu meu minha com em na da dos posso
  de het een en niet hoe wanneer waarom wie welke ik mijn met voor op zijn kan
  ett och ar inte hur nar varfor vem vilken jag min med pa som kan
  jak co kto gdzie kiedy dlaczego czy nie jest sie na w z do
  nasil ne kim neden bir ve bu icin mi
  kya hai kaise kyu kyun kab kahan ka ki ke mein nahi hota karna karte`
    .split(/\s+/)
    .filter((word) => word.length > 1 && !/^(?:come|do|me|den|min|op|son|in|man|no|ma|mi|pas)$/.test(word)),
);

/** Function words of English that no other large language has; what a text in English nearly always holds. (CC0) */
export const ENGLISH_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `the what what's how which where when why who does are my your our their of for with from and should would could
  have this that you they it its he she been being between about if then than does did can't don't isn't doesn't
  won't there these those whose any some every i`.split(/\s+/),
);
