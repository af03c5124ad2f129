/**
 * Other ways to write the same name: each line gives the form that is kept, then what it stands for. Several words are
 * joined into one. Written for this project (CC0). A word in capitals here counts only where it is a name by its capitals
 * ("US", not "us").
 */
const LINES = `
usa: united states of america | united states | u s a | US
uk: united kingdom | great britain | britain
uae: united arab emirates
wwi: world war 1 | world war i | world war one | first world war | ww1 | ww 1
wwii: world war 2 | world war ii | world war two | second world war | ww2 | ww 2 | ww ii
wwiii: world war 3 | world war iii | world war three | third world war | ww3 | ww 3 | ww iii
new york: new york city | nyc
vscode: vs code | visual studio code
node.js: nodejs | node js
react: reactjs | react js | react.js
vue: vuejs | vue js | vue.js
angular: angularjs | angular js
nextjs: next js | next.js
javascript: js
typescript: ts
kubernetes: k8s
postgresql: postgres
mongodb: mongo
go: golang
macos: mac os | os x | mac os x
dotnet: dot net | .net
artificial intelligence: AI
machine learning: ML
regular expression: regex | regexp | regular expressions
two-factor authentication: 2fa | two factor authentication | two factor auth
television: tv
wifi: wi fi | wi-fi
email: e mail | electronic mail | e-mail
application: app
applications: apps
repository: repo
repositories: repos
database: db
configuration: config
environment: env
resume: cv | curriculum vitae
christmas: xmas
mom: mum
facebook: fb
youtube: you tube
whatsapp: whats app
iphone: i phone
girlfriend: gf
boyfriend: bf
integer: int
boolean: bool
dictionary: dict
trump: donald trump | president trump | donald j trump
hillary: hillary clinton | hilary clinton
obama: barack obama | president obama
modi: narendra modi | pm modi
putin: vladimir putin
musk: elon musk
zuckerberg: mark zuckerberg
einstein: albert einstein
hitler: adolf hitler
shakespeare: william shakespeare
parameter: param
parameters: params
percent: percentage
tire: tyre
tires: tyres
color: colour
colors: colours
center: centre
gray: grey
airplane: aeroplane
doughnut: donut
math: maths | mathematics
phd: ph d | doctorate
directory: folder
directories: folders
movie: film
movies: films
`;

export interface Alias {
  readonly words: readonly string[];
  readonly kept: string;
  readonly needsCapitals: boolean;
}

/** Aliases by their first word, those of most words first. */
export const ALIASES: ReadonlyMap<string, readonly Alias[]> = readAliases();

function readAliases(): ReadonlyMap<string, readonly Alias[]> {
  const aliases = new Map<string, Alias[]>();
  for (const line of LINES.trim().split('\n')) {
    const [kept, forms] = line.split(': ') as [string, string];
    for (const form of [...forms.split(' | '), ...(kept.includes(' ') ? [kept] : [])]) {
      const words = form.toLowerCase().split(' ');
      const alias = { words, kept, needsCapitals: form !== form.toLowerCase() };
      aliases.set(words[0]!, [...(aliases.get(words[0]!) ?? []), alias]);
    }
  }
  for (const list of aliases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return aliases;
}
