/** Frequent first names of Europe and the Americas, as slugs; those that are mostly other words are left out. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald
  steven andrew paul joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric
  jonathan stephen larry justin scott brandon benjamin samuel gregory alexander patrick raymond jack dennis jerry tyler
  aaron henry douglas peter adam nathan zachary walter kyle harold carl jeremy gerald keith roger arthur lawrence albert
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley
  kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela
  shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet maria catherine
  heather diane olivia julie joyce victoria kelly christina joan evelyn lauren judith megan andrea cheryl hannah
  jacqueline martha gloria teresa ann sara madison frances kathryn janice jean alice abigail julia sophia grace denise
  oliver harry leo oscar archie freddie noah lucas liam ethan mason logan fiona gareth nigel graham trevor colin ian
  alan barry neil simon stuart craig derek philip martin hans karl heinz gunter guenter jurgen juergen klaus wolfgang
  uwe dieter manfred horst gerhard helmut werner herbert bernd rolf rainer reinhard joachim stefan andreas matthias
  sebastian tobias florian markus jens sven torsten thorsten dirk ralf frank holger volker ulrich ulrike ursula monika
  petra sabine renate helga karin brigitte ingrid erika christa gisela elke birgit heike silke anke katrin kathrin
  claudia susanne martina gabriele angelika anja tanja sandra nadine melanie franziska johanna lena lea hannes lukas
  jan piotr krzysztof andrzej tomasz pawel michal marcin jakub adam lukasz zbigniew ryszard kazimierz marek grzegorz
  jerzy wojciech mariusz dariusz rafal katarzyna malgorzata agnieszka barbara ewa krystyna elzbieta joanna zofia
  magdalena halina danuta irena jadwiga teresa monika beata dorota jean pierre michel andre philippe rene louis alain
  jacques bernard marcel daniel roger robert claude christian henri georges nicolas francois francoise gerard laurent
  julien olivier thierry pascal sylvie nathalie isabelle catherine monique jacqueline martine christiane chantal
  dominique brigitte veronique sophie celine aurelie emilie camille juan jose antonio manuel francisco luis miguel
  javier carlos jesus alejandro rafael pedro pablo sergio jorge alberto fernando ramon enrique andres diego carmen
  josefa isabel dolores pilar teresa rosa cristina mercedes lucia marta paula elena raquel beatriz joao joaquim paulo
  rui ricardo nuno tiago bruno goncalo ana mariana ines catarina filipa marcelo rodrigo gustavo felipe leonardo thiago
  fernanda juliana camila leticia giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo
  franco domenico bruno paolo michele giorgio aldo sergio luciano stefano marco andrea roberto alessandro massimo fabio
  giovanna rosa angela giuseppina lucia francesca antonella paola silvia chiara federica valentina alessandra elisa
  johannes cornelis hendrik willem pieter gerrit dirk jeroen wouter maarten anneke marieke ingrid sanne femke lars
  nils bjorn erik anders johan per olof gunnar goran mikael magnus fredrik henrik kristina birgitta eva margareta
  lennart ole knut arne odd svein terje kjell jens soren niels jorgen mette hanne kirsten lone juhani matti timo kari
  mikko jukka antti juha heikki pekka hannu marja liisa tuula ritva anneli maija sari paivi minna ivan marko josip
  ante tomislav zeljko stjepan hrvoje goran dragan zoran milan nikola jovan aleksandar milos marija mirjana jelena
  snezana vesna ljiljana katica petr pavel jiri josef jaroslav miroslav zdenek vaclav frantisek tomas lubos jana
  hana lenka katerina vera alena petra lucie zuzana maria jozef stefan ladislav laszlo istvan jozsef janos zoltan
  sandor gabor ferenc attila peter tamas zsolt tibor ildiko katalin erzsebet agnes ion gheorghe vasile constantin
  mihai andrei alexandru adrian florin elena ioana mihaela georgi dimitar ivan nikolay vladimir sergey sergei aleksandr
  alexey aleksey dmitry dmitriy andrey mikhail yuri oleg igor viktor nikolai olga tatiana tatyana irina natalia natalya
  svetlana ekaterina anastasia oleksandr serhiy volodymyr mykola andriy vasyl oksana iryna nataliia giorgos dimitris
  yannis konstantinos nikos panagiotis eleni katerina vasiliki mehmet mustafa ahmet ali huseyin hasan ibrahim ismail
  osman yusuf murat omer fatma ayse emine hatice zeynep elif mohamed mohammed muhammad ahmed omar khalid fatima aisha
  arben agron ilir gentian besnik luan drita
`
    .trim()
    .split(/\s+/),
);
