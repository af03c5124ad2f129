/**
 * Countries with those who live there, states and cities that people ask about, also in lower case. One is not another;
 * names joined by '/' belong to one place. Not complete: a place that is not listed is known by its capital, or by being
 * rare. Written for this project (CC0).
 */
export const PLACES: Readonly<Record<string, string>> = {
  country: `afghanistan/afghan albania/albanian algeria/algerian angola argentina/argentinian armenia/armenian
    australia/australian/australians austria/austrian azerbaijan bahrain bangladesh/bangladeshi belarus belgium/belgian
    bhutan bolivia bosnia brazil/brazilian bulgaria/bulgarian cambodia cameroon canada/canadian/canadians chile/chilean
    china/chinese colombia/colombian croatia/croatian cuba/cuban cyprus denmark/danish dominica ecuador egypt/egyptian
    estonia/estonian ethiopia/ethiopian finland/finnish france/french gambia germany/german/germans ghana/ghanaian greece/greek
    guatemala guinea haiti honduras hungary/hungarian iceland/icelandic india/indian/indians indonesia/indonesian iran/iranian
    iraq/iraqi ireland/irish israel/israeli italy/italian/italians jamaica/jamaican japan/japanese jordan/jordanian
    kazakhstan kenya/kenyan korea/korean/koreans kuwait laos latvia lebanon/lebanese liberia libya/libyan lithuania luxembourg
    malaysia/malaysian maldives malta mexico/mexican/mexicans moldova mongolia morocco/moroccan mozambique myanmar/burma
    namibia nepal/nepali netherlands/dutch nicaragua niger nigeria/nigerian norway/norwegian oman pakistan/pakistani/pakistanis
    palestine/palestinian panama paraguay peru/peruvian philippines/filipino poland/polish portugal/portuguese qatar
    romania/romanian russia/russian/russians rwanda senegal serbia/serbian singapore/singaporean slovakia/slovak slovenia
    somalia/somali spain/spanish sudan sweden/swedish switzerland/swiss syria/syrian taiwan/taiwanese tanzania
    thailand/thai tunisia turkey/turkish uganda ukraine/ukrainian uruguay usa/american/americans uk/british/england/english
    scotland/scottish wales/welsh uzbekistan venezuela/venezuelan vietnam/vietnamese yemen zambia zimbabwe
    uae/emirati saudi`,
  continent: 'europe/european/europeans asia/asian/asians africa/african/africans antarctica oceania',
  'city or state': `london paris berlin hamburg madrid barcelona rome milan vienna zurich geneva amsterdam brussels lisbon munich
    dublin edinburgh manchester oslo stockholm copenhagen helsinki warsaw prague budapest athens istanbul moscow
    kiev/kyiv cairo dubai doha riyadh tehran baghdad jerusalem karachi lahore delhi mumbai/bombay bangalore/bengaluru
    chennai/madras kolkata/calcutta hyderabad pune ahmedabad jaipur lucknow chandigarh indore bhopal goa kerala gujarat
    maharashtra punjab bihar rajasthan karnataka telangana kashmir assam odisha dhaka kathmandu colombo bangkok hanoi
    jakarta manila singapore tokyo osaka kyoto seoul beijing shanghai shenzhen taipei sydney melbourne perth brisbane
    auckland toronto vancouver montreal ottawa chicago boston seattle houston dallas austin miami atlanta denver phoenix
    philadelphia detroit california texas florida ohio michigan virginia oregon arizona colorado nevada utah georgia
    illinois pennsylvania massachusetts minnesota wisconsin missouri alabama alaska hawaii lagos nairobi johannesburg`,
};
