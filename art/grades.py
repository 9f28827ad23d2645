from framings import FRAMINGS
G={
'hero':dict(
 sky=dict(low='#5d7fae',high='#0a1226',klow=.55,khigh=.8,h0=-.05,h1=.55,pow=.55,stars=1500,clouds=.95,cscale=1.7,caspect=.8,c0=.40,c1=.70,cdark='#0d1528',clight='#a9c3ee',kdark=.8,clit=.9,camb=.05,cedge=5),
 moon=dict(size=3.5,col='#e6edff',I=1.5,gcol='#7fa3e0',k1=.34,g1=2.4,k2=.13,g2=11,k3=.03,g3=38,veil=.10),
 fog=dict(d=.011,d0=.0007,hfall=9,base=-12,namt=.85,nscale=.011,n0=.25,n1=.8,amb='#22386a',kamb=.36,keycol='#86abf5',kkey=.62,g=.62,kpt=.0035,ptsoft=12,start=16,ramp=30,sky=.55),
 particles=[dict(n=150,col='#ff9a4a',I=2.4,z=(3,40),size=6,smax=2.0,box=(.42,1,.45,1),seed=4,stretch=1.5)],
 bloom=dict(th=.9,k=.55,veil=.07), grade=dict(ev=.55,sat=1.05,shadow='#080d22',high='#fff1dc',lift=.32,scurve=.6,vig=.85,grain=.008)),
'graveyard':dict(
 sky=dict(low='#4c7276',high='#07121a',klow=.55,khigh=.8,h0=-.02,h1=.6,pow=.6,stars=1200,clouds=.95,cscale=1.9,c0=.38,c1=.68,cdark='#0a161b',clight='#a9d2d8',clit=.9,camb=.05),
 moon=dict(size=3.4,col='#eef8f0',I=1.7,gcol='#86bdb8',k1=.32,g1=2.4,k2=.12,g2=11,k3=.05,g3=36,veil=.10),
 fog=dict(d=.075,d0=.0016,hfall=1.15,base=.2,namt=.9,nscale=.05,n0=.25,n1=.8,amb='#274a50',kamb=.40,keycol='#9fd6d0',kkey=.6,g=.6,kpt=.006,ptsoft=1.2,start=5,ramp=12,sky=.35),
 particles=[dict(n=120,col='#9dffc0',I=2.4,z=(3,30),size=7,smax=2.4,box=(.2,.9,.4,.95),seed=4)],
 bloom=dict(th=.9,k=.55,veil=.07), grade=dict(ev=.45,sat=1.0,shadow='#05111a',high='#f7ffe9',lift=.32,scurve=.6,vig=.9,grain=.009)),
'gate':dict(glint=1e9,
 sky=dict(low='#54242f',high='#0a0614',klow=.34,khigh=.8,h0=-.02,h1=.7,pow=.6,stars=0,clouds=1,cscale=1.5,c0=.36,c1=.7,cdark='#0d0710',clight='#9a5a64',clit=.55,camb=.14,cedge=6,glows=[((0,1,.22),13,'#ff5a1c',.30)]),
 fog=dict(d=.020,d0=.004,hfall=5,base=0,namt=.9,nscale=.04,n0=.25,n1=.8,amb='#2e1a2a',kamb=.42,keycol='#c06a6a',kkey=.4,g=.7,kpt=.0010,ptsoft=4,start=3,ramp=10,sky=.6,blobs=[((0,33.5,10),6,'#ff4a10',.42,.012)]),
 particles=[dict(n=380,col='#ff6a1c',I=4,z=(4,34),size=7,smax=2.2,box=(0,1,.02,1),seed=4,stretch=1.7,tilt=.5),dict(n=420,col='#ff9a3c',I=4,z=(12,34),size=8,smax=1.4,center=(.5,.8,.12,.30),seed=9,stretch=1.6,tilt=.3)],
 bloom=dict(th=1.0,k=.55,veil=.08), grade=dict(ev=.5,sat=1.0,shadow='#100714',high='#ffe6cc',lift=.30,scurve=.5,vig=.9,grain=.009)),
'crystal':dict(
 sky=dict(low='#2c6a72',high='#0a2a38',klow=.5,khigh=.9,h0=0,h1=.8,clouds=.4,cdark='#0d2a30',clight='#9fe0e6'),
 fog=dict(d=.022,d0=.006,hfall=5,base=0,namt=.8,nscale=.05,n0=.25,n1=.8,amb='#16444c',kamb=.30,keycol='#9fe9ff',kkey=1.7,g=.45,kpt=.010,ptsoft=1.2,start=3,ramp=10,sky=.9),
 particles=[dict(n=260,col='#8ff4ff',I=3.2,z=(3,30),size=7,smax=2.2,box=(0,1,.2,.95),seed=4),dict(n=140,col='#c58bff',I=3.2,z=(3,26),size=7,smax=2.2,box=(0,1,.35,.95),seed=8)],
 bloom=dict(th=.9,k=.6,veil=.08), grade=dict(ev=.55,sat=1.05,shadow='#060d1c',high='#f1fbff',lift=.32,scurve=.55,vig=.9,grain=.008)),
'arena':dict(
 sky=dict(low='#6a5a86',high='#0b1030',klow=.7,khigh=.9,h0=-.02,h1=.75,pow=.55,stars=1200,clouds=.95,cscale=1.8,c0=.40,c1=.70,cdark='#141329',clight='#d9b7c9',clit=.9,camb=.06,glows=[((.3,1,.02),22,'#ff7a3a',.22)]),
 moon=dict(size=3.0,col='#eef0ff',I=1.6,gcol='#94a6e0',k1=.32,g1=2.4,k2=.13,g2=11,k3=.03,g3=36,veil=.08,dir=(-.42,1,.55)),
 fog=dict(d=.010,d0=.0035,hfall=4,base=0,namt=.85,nscale=.045,n0=.25,n1=.8,amb='#3a3152',kamb=.45,keycol='#a9b9ff',kkey=.9,g=.5,kpt=.0022,ptsoft=1.5,start=4,ramp=12,sky=.6),
 particles=[dict(n=340,col='#ff9a46',I=4,z=(4,30),size=7,smax=2.0,box=(0,1,.1,.95),seed=4,stretch=1.6),dict(n=260,col='#ffb060',I=4,z=(10,26),size=8,smax=1.4,center=(.47,.74,.07,.20),seed=9,stretch=1.7,tilt=.2)],
 bloom=dict(th=.95,k=.6,veil=.07), grade=dict(ev=.75,sat=1.04,shadow='#0c0a1e',high='#fff0da',lift=.32,scurve=.55,vig=.9,grain=.008)),
'sanctum':dict(
 sky=dict(stars=1500,low='#b0607a',high='#0b1440',klow=.34,khigh=.7,h0=-.15,h1=.55,pow=.62,clouds=1,cscale=1.4,c0=.42,c1=.7,cdark='#1a1b40',clight='#ffb27a',kdark=.5,clit=.9,camb=.12,copac=.8,glows=[((.10,1,.30),3,'#fff0c8',1.0),((.10,1,.24),17,'#ff9a4a',.30)]),
 fog=dict(d=.075,d0=.0012,hfall=2.8,base=-5.5,namt=.95,nscale=.018,n0=.28,n1=.72,amb='#3a4690',kamb=.38,keycol='#ffc07a',kkey=1.2,g=.55,kpt=.0012,ptsoft=2,start=6,ramp=16,sky=.75),
 particles=[dict(n=260,col='#ffe3a8',I=2.6,z=(3,40),size=7,smax=2.0,box=(0,1,.1,.95),seed=4)],
 bloom=dict(th=1.05,k=.5,veil=.08), grade=dict(ev=-.35,sat=1.08,shadow='#0a0e26',high='#fff4de',lift=.30,scurve=.6,vig=.95,grain=.007)),
}

def of(name):
    g={k:dict(v) if isinstance(v,dict) else v for k,v in G[FRAMINGS[name]['scene']].items()}
    for k,v in FRAME.get(name,{}).items():
        if isinstance(v,dict) and isinstance(g.get(k),dict): g[k].update(v)
        else: g[k]=v
    return g
FRAME={}
G['courtyard']={**G['hero'],
 'sky':dict(G['hero']['sky'],low='#5a719f',cx=3.1,c0=.42,c1=.72),
 'moon':dict(G['hero']['moon'],size=3.0),
 'fog':dict(d=.022,d0=.0012,hfall=5,base=0,namt=.85,nscale=.035,n0=.25,n1=.8,amb='#22386a',kamb=.34,keycol='#86abf5',kkey=.8,g=.6,kpt=.0030,ptsoft=2,start=5,ramp=16,sky=.5),
 'particles':[dict(n=200,col='#ff9a4a',I=2.6,z=(3,40),size=6,smax=2.0,box=(0,1,.25,1),seed=4,stretch=1.5),dict(n=90,col='#ffb060',I=3,z=(14,34),size=7,smax=1.4,center=(.62,.66,.06,.16),seed=9,stretch=1.6,tilt=.2),dict(n=90,col='#ffb060',I=3,z=(14,34),size=7,smax=1.4,center=(.40,.66,.06,.16),seed=11,stretch=1.6,tilt=.2)]}

FRAME.update({
 'angels':{'fog':dict(sky=.25,amb='#33458c'),'sky':dict(low='#7a6a9a',klow=.26,high='#0a1238',khigh=.9,h1=.5,clight='#e8b48a',camb=.08,clit=.7,glows=[((.10,1,.30),3,'#fff0c8',.9),((.10,1,.24),13,'#ffa050',.24)]),'grade':dict(ev=-.15,sat=1.04)},
 'demons':{'grade':dict(ev=.65)},
 'map-arena':{'particles':[dict(n=240,col='#ff9a46',I=4,z=(4,30),size=7,smax=2.0,box=(0,1,.1,.95),seed=4,stretch=1.6),dict(n=160,col='#ffb060',I=5,z=(8,18),size=8,smax=1.6,center=(.5,.60,.05,.12),seed=9,stretch=1.7,tilt=.2)],'grade':dict(ev=.85)},
})
