import sys,os; sys.path.insert(0,os.path.dirname(os.path.abspath(__file__)))
from lib import *
import lib; from framings import FRAMINGS
a=sys.argv[sys.argv.index('--')+1:]; name=a[0]; W=int(a[1]); spp=int(a[2]); lib.FRAMING.update(FRAMINGS[name],name=name); H=int(round(W/FRAMINGS[name].get('aspect',16/9)/2))*2
def castle(M,MR,GL,FR,c,s=1.0,seed=0,face=-pi/2):
    """keep + ring of towers + curtain walls on a crag; lit windows facing -Y"""
    r=random.Random(seed); x,y,z=c
    def wins(n,h,w): return [(face+r.uniform(-.9,.9),h*r.uniform(.3,.78),w) for _ in range(n)]
    T=lambda dx,dy,dz,rr,hh,rf,nw=3,**k: tower(M,MR,(x+dx*s,y+dy*s,z+dz*s),rr*s,hh*s,rf*s,win=wins(nw,hh*s,.55*s),mfr=(GL,FR),seed=r.randint(0,99),**k)
    T(0,6,0,6.2,44,18,6); T(-8,4,-1,3.4,36,13,3); T(8.5,7,0,3.0,52,15,3); T(-16,8,-5,4.4,26,11,3); T(17,5,-5,4.6,30,12,3); T(-25,3,-10,3.6,20,0,2,ruin=.35); T(26,8,-11,3.4,22,9,2); T(3,-4,-4,2.6,24,10,2); T(-4,12,4,2.2,56,13,2); T(12,-3,-6,2.2,20,8,1); T(-11,-3,-6,2.4,20,9,2)
    for (ax,ay,bx,by,dz,hh) in ((-25,3,-16,8,-8,14),(-16,8,-8,2,-4,17),(8,2,17,5,-4,18),(17,5,26,8,-9,15),(-8,0,3,-4,-5,16),(3,-4,12,-2,-5,15)):
        d=Vector((bx-ax,by-ay,0)); L=d.length*s; box(L,2.2*s,hh*s,M,(x+(ax+bx)/2*s,y+(ay+by)/2*s,z+dz*s),(0,0,math.atan2(d.y,d.x)))
        n=int(L/(1.5*s))
        for i in range(n):
            t=(i+.5)/n; box(.8*s,2.5*s,1.1*s,M,(x+(ax+(bx-ax)*t)*s,y+(ay+(by-ay)*t)*s,z+(dz+hh)*s),(0,0,math.atan2(d.y,d.x)))
    # great hall with steep roof + tall gothic windows
    box(20*s,9*s,20*s,M,(x-1*s,y+1*s,z-4*s)); v=[(-10.6,-5,0),(10.6,-5,0),(10.6,5,0),(-10.6,5,0),(-10.6,0,9),(10.6,0,9)]; f=[(0,1,5,4),(2,3,4,5),(0,4,3),(1,2,5)]
    add('hall',mesh('hall',[(p[0]*s,p[1]*s,p[2]*s) for p in v],f),MR,loc=(x-1*s,y+1*s,z+16*s))
    for i in range(5): window(1.3*s,5.2*s,(x+(-8.4+3.7*i)*s,y-3.5*s,z+5.5*s),0,GL,FR,fr=.2*s,dep=.4*s)
def hero():
    stone=mat('stone',(.16,.165,.18),.75,bump=.9,scale=.5,brick=(1.6,.7),vary=.45); rock=mat('rock',(.085,.09,.10),.9,bump=.45,scale=.35,moss=(.035,.05,.04),detail=5,spec=.1); slate=mat('slate',(.05,.055,.075),.5,bump=.6,scale=1.2,brick=(.6,.45)); bark=mat('bark',(.035,.03,.03),.9,bump=1,scale=6)
    glow=emis('glow',(1,.50,.16),14); frm=mat('frm',(.12,.12,.13),.8,bump=0); cloth=mat('cloth',(.05,.012,.014),.8,bump=.3,scale=9); metal=mat('metal',(.30,.31,.34),.32,.95,bump=.25,scale=14)
    def crag(x,y):
        cx,cy=20,120; dx=(x-cx)/34;dy=(y-cy)/26; q=math.sqrt(dx*dx+dy*dy); k=max(0,1-q); hgt=30*min(1,k*2.4)**.62
        return -14+hgt*(.86+.10*fbm(x*.06,y*.06,3))+3.2*(ridged(x*.035,y*.035,1)-1)*min(1,q*1.3+.15)*(1 if y>35 else 0)+1.6*fbm(x*.12,y*.12,7)
    heightmesh('terrain',crag,-130,150,30,230,300,220,rock)
    castle(stone,slate,glow,frm,(19,122,14.5),.74,4)
    # bridge to the castle
    for i in range(7):
        t=i; bx=-44+i*8.6; by=104-1.2*i; bz=-12
        box(2.6,4.2,21+1.1*i,stone,(bx,by,bz),taper=.86)
        if i<6: archway(6.2,11+1.1*i,1.6,3.6,stone,(bx+4.3,by-.6,bz),math.atan2(-1.2,8.6))
    box(56,4.4,1.5,stone,(-18,100.6,10.5),(0,-.1,math.atan2(-1.2,8.6)))
    if taking('map-bridge'): long_bridge(stone,frm,glow,cloth,metal,rock,mat('iron',(.03,.03,.035),.5,.8,bump=.2,scale=9))
    # far mountains
    def mt(x,y): 
        q=max(0,(y-230)/120); return -20+ (ridged(x*.006+3,y*.006,4)*30+ridged(x*.02,y*.02,9)*7)*min(1,q)+30*math.exp(-((x+210)/110)**2)*min(1,q)
    heightmesh('mts',mt,-420,480,230,470,240,70,rock)
    # foreground ledge
    def led(x,y): return -1.9+1.5*math.exp(-((x-3.6)/3.4)**2-((y-9.5)/3.2)**2)+.35*fbm(x*.5,y*.5,2)+.13*fbm(x*2,y*2,5)-.10*max(0,y-12)**1.5+.9*math.exp(-((x+9)/3.5)**2-((y-10)/4)**2)
    heightmesh('ledge',led,-26,26,1,34,300,200,rock)
    zz=led(3.5,9.4); figure(cloth,(3.5,9.4,zz+.02),pi+.10,1.15,'horned',mmetal=metal,seed=3)
    grass(mat('gr',(.035,.04,.03),.9,bump=0),16000,-14,14,3.5,16,led,.08,.42,2,mask=lambda x,y:max(0,fbm(x*.5,y*.5,11)+.45))
    tree(bark,(-5.6,8.2,led(-5.6,8.2)-.1),8.2,.30,11,6,.62,(.14,.02),.3); tree(bark,(8.3,11,led(8.3,11)-.2),9.0,.34,23,6,.7,(-.16,0),.25); tree(bark,(-11.5,19,led(-11.5,19)-.3),8,.3,31,5,.6)
    rubble(rock,(0,9,0),12,60,.15,.6,random.Random(4),led)
    # broken swords / spears in the ledge
    r=random.Random(8)
    for i in range(9):
        x=r.uniform(-7,9);y=r.uniform(8,13); o=box(.05,.014,.95,metal,(x,y,led(x,y)-.15),(r.gauss(0,.22),r.gauss(0,.25),r.uniform(0,3))); g=box(.26,.04,.04,metal,(0,0,.93)); g.parent=o; h=box(.035,.035,.22,cloth,(0,0,.95)); h.parent=o
    K=key((-.30,1,.36)); sun(K,(.62,.75,1.0),3.4,1.2); sun((.9,-.25,.5),(.45,.55,.9),.16,8); world((.10,.16,.30),.45)
    point((3.2,108,24),(1,.5,.18),2600,1.5); point((20,106,22),(1,.5,.18),3200,2); point((38,112,14),(1,.5,.18),1500,1.5); point((-44,98,12),(1,.55,.2),500,.5)
    camera((0,0,.55),(1.2,40,8.3),29); render(name,W,H,spp,K,far=420,near=1.0)
def long_bridge(stone,frm,glow,cloth,metal,rock,iron):
    '''the causeway of map-bridge: straight to the castle's gate, parapets, lanterns, sentinels of stone'''
    x0,zd=19,12.0; r=random.Random(12); edge=mat('edge',(.13,.135,.15),.8,bump=.5,scale=1.4,vary=.5); deck=cobbles(mat('deck',(.15,.155,.17),.6,bump=.4,scale=1.4,vary=.5,spec=.45),1.9,.8)
    heightmesh('deck',lambda x,y:zd+.05*fbm(x*.9,y*.9,4)-.03*(x-x0)**2*.25,x0-3.0,x0+3.0,10,112,50,700,deck)
    box(6.3,104,1.6,stone,(x0,61,zd-1.75))
    for i in range(8): box(5.4,3.4,30,stone,(x0,18+12.5*i,zd-31),taper=.9); archway(9,17,1.5,5.6,stone,(x0,24.2+12.5*i,zd-27),pi/2) if False else None
    for sx in (-1,1):
        gone=(lambda u,z:21<u<26.5 and z>.25+.12*math.sin(u*5)) if sx>0 else (lambda u,z:34<u<37.5 and z>.3)
        wall(edge,(x0+sx*2.95,12,zd-.1),(x0+sx*2.95,110,zd-.1),lambda t:1.12,.85,.37,.6,r,skip=gone)
        for i in range(8):
            y=17+12.5*i; box(1.25,1.25,2.2,edge,(x0+sx*3.0,y,zd-.2),taper=.92); box(1.5,1.5,.24,edge,(x0+sx*3.0,y,zd+2.0))
            if i%2==0: f=figure(edge,(x0+sx*3.0,y,zd+2.2),-sx*pi/2+pi,1.75,'knight',mmetal=edge,seed=i); 
            else:
                lathe('lp',[(.12,0),(.06,.3),(.05,1.5)],8,iron,loc=(x0+sx*3.0,y,zd+2.2)); lathe('lg',[(.13,0),(.2,.12),(.15,.5)],8,glow,loc=(x0+sx*3.0,y,zd+3.7)); lathe('lc',[(.28,0),(.1,.28),(.01,.45)],8,iron,loc=(x0+sx*3.0,y,zd+4.2)); point((x0+sx*2.5,y,zd+3.8),(1,.5,.18),190,.25)
    rubble(edge,(x0+1.9,36,zd),1.6,26,.12,.42,r,lambda x,y:zd)
    # gate towers at its end
    for sx in (-1,1): tower(stone,None,(x0+sx*5.6,112,zd-8),2.7,22,0,seed=3+sx,win=[(-pi/2,13,.5)],mfr=(glow,frm))
    archway(5.2,4.6,1.2,3.4,stone,(x0,111,zd-.2),0,2); box(9,3.2,5.2,stone,(x0,112,zd+9.6)); portal=arch_pts(5.2,4.6); add('gp',mesh('gp',[(x,0,z) for x,z in portal],[tuple(range(len(portal)))]),emis('hall',(1,.42,.12),1.1),loc=(x0,113,zd)); point((x0,108.5,zd+3),(1,.5,.18),900,.8)
    for sx in (-1,1): banner(mat('bn%d'%sx,(.20,.014,.012),.8,bump=.2,scale=6),(x0+sx*5.6,109.0,zd+10.5),0,1.9,6.5,sx)
    figure(cloth,(x0-1.15,29.4,zd+.02),pi+.05,1.18,'horned',mmetal=metal,seed=3)
    tree(mat('dead',(.03,.027,.028),.9,bump=1,scale=6),(x0-7.2,21,zd-7),17,.5,23,6,.62,(.10,.02),.3)
def graveyard():
    st=mat('gst',(.17,.18,.18),.8,bump=.5,scale=2.2,moss=(.035,.06,.03)); ground=mat('gnd',(.045,.04,.032),.95,bump=.35,scale=2,moss=(.03,.04,.02),detail=5,spec=.05); iron=mat('iron',(.03,.03,.035),.5,.8,bump=.2,scale=9); bark=mat('bark',(.03,.027,.026),.9,bump=1,scale=6); slate=mat('slate',(.04,.045,.06),.55,bump=.6,scale=1.2,brick=(.6,.45)); brick=mat('brick',(.13,.13,.135),.8,bump=.8,scale=.7,brick=(1.1,.5),moss=(.03,.05,.03))
    glow=emis('glow',(.16,1,.42),1.5 if taking('graveyard-close') else 2.6); warm=emis('warm',(1,.42,.10),16); frm=mat('frm',(.09,.09,.1),.8,bump=0); cloth=mat('cloth',(.02,.02,.022),.9,bump=.3,scale=9); path=mat('path',(.034,.036,.036),.85,bump=.3,scale=2.2,spec=.06,detail=4)
    def gz(x,y): px=.9*math.sin(y*.13); d=abs(x-px); return .35*fbm(x*.12,y*.12,1)+.07*fbm(x*.9,y*.9,2)+.25*min(1,(d/2.2)**2)+.035*y*.6
    heightmesh('g',gz,-40,40,-2,75,260,260,ground)
    heightmesh('p',lambda x,y:gz(x,y)+.03-(0 if abs(x-.9*math.sin(y*.13))<1.15+.25*fbm(x,y,5) else .4),-6,6,-1,46,120,420,path)
    r=random.Random(5)
    def grave(x,y,k,s):
        z=gz(x,y)-.12; rot=(r.gauss(-.03,.10),r.gauss(0,.10),r.gauss(0,.25))
        if k==0: P=arch_pts(.72*s,.78*s,8,1.0)
        elif k==1: P=[(-.4*s,0),(-.4*s,.9*s)]+[(.4*s*math.cos(pi-pi*i/10),.9*s+.4*s*math.sin(pi*i/10)) for i in range(11)]+[(.4*s,.9*s),(.4*s,0)]
        else:
            q=.11*s; P=[(-q*1.2,0),(-q,1.0*s),(-.42*s,1.0*s),(-.42*s,1.22*s),(-q,1.22*s),(-q,1.62*s),(q,1.62*s),(q,1.22*s),(.42*s,1.22*s),(.42*s,1.0*s),(q,1.0*s),(q*1.2,0)]
        n=len(P); t=.09*s; v=[(a,-t,b) for a,b in P]+[(a,t,b) for a,b in P]; f=[tuple(range(n)),tuple(range(2*n-1,n-1,-1))]+[(i,i+n,(i+1)%n+n,(i+1)%n) for i in range(n)]
        o=add('gr',mesh('gr',v,f),st,loc=(x,y,z),rot=rot); bv=o.modifiers.new('b','BEVEL'); bv.width=.025*s;bv.segments=2
        if r.random()<.6: b=box(1.0*s,.45*s,.2*s,st,(x,y,z+.03),(0,0,rot[2]),.9)
    for i in range(95):
        for _ in range(30):
            x=r.uniform(-17,17);y=r.uniform(4.5,44)
            if abs(x-.9*math.sin(y*.13))>1.75 and abs(x)<3.2+y*.5: break
        grave(x,y,r.choice([0,1,1,2,0]),r.uniform(.75,1.35))
    grave(-2.55,4.6,1,1.25); grave(2.75,5.6,2,1.25); grave(-3.9,6.8,2,1.2); grave(4.6,7.6,0,1.3)
    if taking('graveyard-close'):
        grave(2.6,16.6,2,1.45); grave(6.9,17.0,0,1.3); grave(4.3,19.6,1,1.2); grave(1.2,18.7,1,1.25); grave(8.6,19.5,2,1.3)
        for x,y in((3.55,16.9),(3.75,16.6),(3.42,16.55)): lathe('cd',[(.045,0),(.04,.22)],8,st,loc=(x,y,gz(x,y))); lathe('fl',[(.012,.23),(.028,.27),(.002,.36)],8,warm,loc=(x,y,gz(x,y)))
        point((3.5,16.35,gz(3.5,16.4)+.55),(1,.48,.15),16,.1); figure(cloth,(2.4,24,gz(2.4,24)-.02),.3,1.22,'mage',emis('orb2',(.3,1,.6),20),seed=5); point((3.1,23.6,gz(2.4,24)+2.9),(.3,1,.55),30,.1)
    # chapel at end
    cx,cy=-1.5,50; z=gz(cx,cy)-.3; box(9,14,8.5,brick,(cx,cy+7,z)); v=[(-5,-7.4,0),(5,-7.4,0),(0,-7.4,6.5),(-5,7.4,0),(5,7.4,0),(0,7.4,6.5)]; add('rf',mesh('rf',v,[(0,2,5,3),(1,4,5,2)]),slate,loc=(cx,cy+7,z+8.4)); add('gb',mesh('gb',[(-4.5,0,0),(4.5,0,0),(0,0,5.9)],[(0,1,2)]),brick,loc=(cx,cy+.05,z+8.4))
    for sx in(-1,1): window(1.0,3.2,(cx+sx*2.7,cy,z+3.0),0,glow,frm,.16,.3)
    window(1.9,3.0,(cx,cy-.02,z+7.2),0,glow,frm,.2,.3); archway(2.2,2.6,.4,1.4,brick,(cx,cy-.1,z),0,2); add('door',mesh('d',[(x,0,zz) for x,zz in arch_pts(2.2,2.6)],[tuple(range(len(arch_pts(2.2,2.6))))]),glow,loc=(cx,cy-.02,z))
    tx,ty=cx+6.2,cy+3; box(4.2,4.2,17,brick,(tx,ty,z)); lathe('sp',[(3.1,0),(2.3,1.2),(.9,7),(.12,13.5),(.02,15)],8,slate,loc=(tx,ty,z+17),smooth=False); window(.9,2.3,(tx,ty-2.12,z+12),0,glow,frm,.15,.3); window(.9,2.3,(tx,ty-2.12,z+5.5),0,glow,frm,.15,.3)
    for sx in (-1,1):
      for (px,pz) in ((cx+sx*4.6,z),): box(.9,1.6,9,brick,(px,cy+.2,pz),taper=.7); 
    # iron fence + gate posts
    for sx in(-1,1):
        box(.75,.75,2.6,brick,(sx*2.1,12.5,gz(sx*2.1,12.5)-.2)); box(.95,.95,.18,st,(sx*2.1,12.5,gz(sx*2.1,12.5)+2.4)); lathe('fin',[(.3,0),(.34,.15),(.16,.42),(.2,.6),(.02,.95)],16,st,loc=(sx*2.1,12.5,gz(sx*2.1,12.5)+2.55))
        for i in range(52):
            x=sx*(2.6+i*.24); zz=gz(x,12.5); o=box(.035,.035,1.55+.1*(i%2),iron,(x,12.5,zz-.05),(r.gauss(0,.03),r.gauss(0,.03),0)); lathe('tip',[(.045,0),(.06,.04),(.005,.2)],6,iron,loc=(x,12.5,zz+1.5+.1*(i%2)))
        for h in(.35,1.3):
            for i in range(26): x=sx*(2.6+i*.48+.24); box(.5,.03,.04,iron,(x,12.5,gz(x,12.5)+h))
    tree(bark,(-7.2,11,gz(-7.2,11)-.1),9,.42,2,5,.75,(.25,-.05),.2,droop=.3); tree(bark,(8.4,15,gz(8.4,15)-.1),9.5,.40,17,5,.7,(-.25,0),.25); tree(bark,(-14,26,gz(-14,26)-.1),10,.4,9,5,.7); tree(bark,(15,34,gz(15,34)-.1),11,.4,14,5,.7); tree(bark,(-20,44,1),12,.45,21,5,.6)
    grass(mat('gr',(.04,.045,.026),1,bump=0,spec=0),42000,-13,13,2.2,24,gz,.10,.5,3,mask=lambda x,y: (1 if abs(x-.9*math.sin(y*.13))>1.35 else .04)*max(.1,fbm(x*.5,y*.5,9)+.6))
    # lantern on a pole + hooded figure on the path
    lx,ly=3.05,10.2; lz=gz(lx,ly); lathe('pole',[(.06,0),(.035,.3),(.03,2.4)],10,iron,loc=(lx,ly,lz)); box(.5,.03,.03,iron,(lx-.22,ly,lz+2.35)); lathe('lt',[(.10,0),(.12,.02),(.09,.26)],8,warm,loc=(lx-.42,ly,lz+1.9)); lathe('lc',[(.17,0),(.05,.16),(.01,.24)],8,iron,loc=(lx-.42,ly,lz+2.17)); point((lx-.42,ly-.22,lz+2.0),(1,.48,.15),60,.1)
    figure(cloth,(.35,10.6,gz(.35,10.6)-.02),.05,1.22,'mage',emis('orb',(.3,1,.6),26),seed=5); point((1.10,10.1,gz(1,10.6)+2.95),(.3,1,.55),34,.1)
    point((cx,cy-2.5,z+3),(.2,1,.45),420,1); point((tx,ty-5,z+12),(.2,1,.45),90,1)
    K=key((.34,1,.42)); sun(K,(.62,.8,1.0),2.3,.7); world((.10,.17,.24),.42); sun((-.8,-.6,.6),(.4,.55,.8),.12,10)
    camera((.15,-1.0,1.45),(.4,20,4.6),26); render(name,W,H,spp,K,far=160,near=.8)
def gate():
    st=mat('st',(.11,.095,.095),.7,bump=.6,scale=.6,brick=(1.5,.75),vary=.4,spec=.4); rock=mat('rock',(.05,.043,.042),.8,bump=.5,scale=.5,spec=.3,detail=5); carved=mat('carved',(.12,.10,.095),.65,bump=.5,scale=1.6,spec=.4,detail=6); lava=emis('lava',(1,.20,.03),9); portal=vortex('portal',(0,8.6),[(0,(.9,.30,.05)),(.28,(1,.16,.015)),(.55,(.30,.02,.004)),(.85,(.04,.003,.002)),(1,(.01,.0,.0))],6.5); metal=mat('metal',(.2,.18,.17),.35,.9,bump=.3,scale=10); cloth=mat('cloth',(.02,.012,.012),.8,bump=.3,scale=8); cand=emis('cand',(1,.30,.045),7); bone=mat('bone',(.35,.30,.24),.7,bump=.5,scale=8)
    def gz(x,y): return .10*fbm(x*.5,y*.5,2)+ .05*fbm(x*2,y*2,4) + (max(0,abs(x)-7.5)*.30+1.6*max(0,fbm(x*.22,y*.22,6)+.25)*min(1,max(0,abs(x)-6)/4))
    heightmesh('floor',gz,-34,34,-10,52,240,240,rock)
    Y=34
    # stairs
    for i in range(12): box(15-.35*i,1.15,.38*(i+1),st,(0,20.5+i*.95,-.1))
    zt=4.4; box(22,14,4.5,st,(0,Y+5,-.1))
    archway(7.6,8.2,1.15,3.6,carved,(0,Y,zt),0,4)
    P=arch_pts(7.6,8.2,20); add('portal',mesh('po',[(x,0,z) for x,z in P],[tuple(range(len(P)))]),portal,loc=(0,Y+1.2,zt))
    # gable, pinnacles, flanking towers
    for sx in(-1,1):
        box(4.2,5,19,st,(sx*10.2,Y+.6,zt-.5),taper=.9); 
        for k,(dx,hh,rr) in enumerate(((8.3,22,1.0),(12.2,24,1.25))):
            lathe('pin',[(rr*1.2,0),(rr,2),(rr,hh*.55),(rr*1.25,hh*.58),(rr*.8,hh*.62),(rr*.35,hh*.85),(.05,hh)],8,carved,loc=(sx*dx,Y-1.8,zt-.5),smooth=False)
        lathe('horn',[(1.5,0),(1.45,2),(1.2,5),(.8,8),(.4,11),(.03,13.5)],24,carved,lambda a,z:1+.05*math.sin(z*3.1)).location=(sx*7.4,Y+.4,zt+16.5)
        o=bpy.context.scene.collection.objects[-1]; o.rotation_euler=(0,sx*.42,0)
        # braziers along the stairs
        for j,(yy,xx) in enumerate(((19.2,8.6),(12.5,7.4),(6.5,6.6))):
            z=gz(sx*xx,yy); lathe('br',[(.75,0),(.45,.35),(.28,1.6),(.4,2.1),(.95,2.5),(1.0,2.75)],12,carved,loc=(sx*xx,yy,z),smooth=False); flames(cand,(sx*xx,yy,z+2.6),.62,j+sx); point((sx*xx,yy,z+3.6),(1,.34,.07),260,.4)
        # chains
        cu=bpy.data.curves.new('ch','CURVE'); cu.dimensions='3D'; cu.bevel_depth=.16; sp=cu.splines.new('POLY'); sp.points.add(30)
        for i in range(31): t=i/30; sp.points[i].co=(sx*(4.2+t*14),Y-2.6-14*t,zt+15.5-3.5*t+9*(t*t-t),1)
        cu.materials.append(metal); o=bpy.data.objects.new('ch',cu); bpy.context.scene.collection.objects.link(o)
        # statues: horned giants with bat wings on plinths
        box(3.6,3.6,4.2,carved,(sx*15.6,21,0),taper=.9); f=figure(carved,(sx*15.6,21,4.2),(pi+sx*.35),3.0,'demon',mmetal=carved,seed=4+sx)
        for s2 in(-1,1):
            for p in batwing(carved,s2,1.7): p.parent=f
        wall(st,(sx*16,Y+1,0),(sx*34,Y-3,0),lambda t:13-7*t+2*fbm(t*6,sx,3),1.7,.9,1.8,random.Random(3+sx))
    add('gab',mesh('gab',[(-8.2,0,0),(8.2,0,0),(0,0,9.5),(-8.2,2.5,0),(8.2,2.5,0),(0,2.5,9.5)],[(0,1,2),(0,2,5,3),(1,4,5,2)]),st,loc=(0,Y+.4,zt+14.6))
    box(17,3.2,8,st,(0,Y+1.6,zt+9.5)) if False else None
    lathe('eye',[(1.25,0),(1.25,.2)],32,lava,loc=(0,Y+.25,zt+18.6),rot=(pi/2,0,0)); lathe('eyer',[(1.75,0),(1.75,.45),(1.3,.5)],32,carved,loc=(0,Y+.42,zt+18.6),rot=(pi/2,0,0),cap=False)
    cracks(rock,(1,.17,.02),7)
    rubble(rock,(0,11,0),11,130,.15,.7,random.Random(2),gz)
    # skull-like bones scattering -> spears with banners and army silhouettes on the stairs
    for i,(x,y,z,s,kd) in enumerate(((0,29.4,zt-.35,3.1,'demon'),(-3.2,23.2,1.05,1.35,'horned'),(3.4,23.0,1.05,1.3,'horned'),(-5.4,19.0,.1,1.35,'horned'),(5.2,18.6,.1,1.4,'horned'),(-2.4,12.0,0,1.15,'horned'))):
        if i==5: z=gz(x,y)
        f=figure(cloth,(x,y,z),(pi if i==0 else .15*(i-3)),s,kd,mmetal=metal,seed=i*3+1)
        if i==0:
            for s2 in(-1,1):
                for p in batwing(cloth,s2,2.0): p.parent=f
    point((0,Y-1.2,zt+5),(1,.28,.06),5200,2.2); point((0,Y-5,zt+1.5),(1,.3,.07),1800,1.5); point((0,Y-.6,zt+18.6),(1,.22,.04),600,.5)
    area((0,Y+.6,zt+6),(0,10,0),(1,.28,.06),3800,6,10)
    K=key((.1,1,.30)); sun((-.65,.6,.7),(.45,.42,.85),1.6,3); world((.09,.05,.07),.35); sun((-.7,-.75,.75),(.42,.40,.75),.42,6)
    camera((0,-9.5,1.9),(0,30,10.2),29); render(name,W,H,spp,K,far=110,near=.8)
def crystal_cluster(m,loc,n,s,rng,tilt=.55):
    for i in range(n):
        h=s*rng.uniform(.45,1.5)*(1.5 if i==0 else 1); r=h*rng.uniform(.10,.17); a=rng.uniform(0,6.28); q=0 if i==0 else rng.uniform(.1,.5)*s*.6; t=0.08 if i==0 else rng.uniform(.15,tilt)
        o=lathe('cr',[(r*.72,-.25*h),(r,.12*h),(r*.94,.70*h),(.004,h)],6,m,smooth=False,cap=False,loc=(loc[0]+q*math.cos(a),loc[1]+q*math.sin(a),loc[2])); o.rotation_euler=Euler((-t*math.sin(a)*-1*-1,t*math.cos(a),rng.uniform(0,6)),'XYZ')
def crysmat(name,col,st):
    m=bpy.data.materials.new(name); m.use_nodes=True; nt=m.node_tree;N=nt.nodes;L=nt.links;b=N['Principled BSDF']; b.inputs['Base Color'].default_value=(*[c*.22 for c in col],1); b.inputs['Roughness'].default_value=.12; b.inputs['Specular'].default_value=.8
    lw=N.new('ShaderNodeLayerWeight'); lw.inputs['Blend'].default_value=.35; tc=N.new('ShaderNodeNewGeometry'); nz=N.new('ShaderNodeTexNoise'); nz.inputs['Scale'].default_value=2.2; nz.inputs['Detail'].default_value=5; L.new(tc.outputs['Position'],nz.inputs['Vector'])
    r=N.new('ShaderNodeMapRange'); r.inputs['From Min'].default_value=0;r.inputs['From Max'].default_value=1; r.inputs['To Min'].default_value=1.0; r.inputs['To Max'].default_value=.12; L.new(lw.outputs['Facing'],r.inputs['Value'])
    p=N.new('ShaderNodeMath');p.operation='POWER';L.new(nz.outputs['Fac'],p.inputs[0]);p.inputs[1].default_value=2.2; mu=N.new('ShaderNodeMath');mu.operation='MULTIPLY';L.new(r.outputs[0],mu.inputs[0]);L.new(p.outputs[0],mu.inputs[1]); m2=N.new('ShaderNodeMath');m2.operation='MULTIPLY';m2.inputs[1].default_value=st*1.7;L.new(mu.outputs[0],m2.inputs[0])
    b.inputs['Emission'].default_value=(*col,1); L.new(m2.outputs[0],b.inputs['Emission Strength']); return m
def crystal():
    bark=mat('bark',(.045,.037,.035),.85,bump=.7,scale=1.3,moss=(.02,.06,.035),vary=.6); ground=mat('g',(.03,.035,.025),.9,bump=.5,scale=1.6,moss=(.02,.055,.03),detail=5); leaf=mat('leaf',(.02,.05,.03),.8,bump=0); stone=mat('st',(.12,.13,.13),.75,bump=.6,scale=.9,brick=(.9,.5),moss=(.02,.06,.03)); cloth=mat('cl',(.04,.02,.06),.8,bump=.2,scale=9)
    cy=crysmat('cy',(.08,.75,1.0),1.5); vi=crysmat('vi',(.55,.16,1.0),1.6); mush=emis('mu',(.2,.9,.75),1.6); orb=emis('orb',(.5,.8,1),24); r=random.Random(21)
    def px(y): return 1.6*math.sin(y*.11+.3)
    def gz(x,y): d=abs(x-px(y)); return .35*fbm(x*.18,y*.18,3)+.08*fbm(x*1.1,y*1.1,4)+.9*min(1,(d/6)**2)+.02*y
    heightmesh('g',gz,-36,36,-4,70,260,260,ground)
    def trunk(x,y,R,h,sd):
        def md(a,z): k=max(0,1-z/3.2); return 1+.55*k*k*(.55+.45*math.cos(a*5+sd))+.10*math.sin(a*7+sd+z*.25)+.08*fbm(math.cos(a)*2+sd,math.sin(a)*2,z*.5)
        lathe('tr',[(R*(1.25-.5*(z/h)**.6),z) for z in [0,.3,.7,1.2,1.9,2.8,4,6,8,10,13,16,20,h]],56,bark,md,loc=(x,y,gz(x,y)-.4),rot=(r.gauss(0,.02),r.gauss(0,.02),0))
        for k in range(5): # big limbs
            a=r.uniform(0,6.28); z=r.uniform(6,14); o=tree(bark,(x,y,gz(x,y)+z),7,R*.26,r.randint(0,999),4,.6,(2.2*math.cos(a),2.2*math.sin(a)),.1)
    T=[(8.6,6.4,1.3,24,17),(-5.2,6.5,1.05,24,1),(5.9,7.6,1.1,24,2),(-9.5,13,1.3,26,3),(9.0,13.5,1.2,26,4),(-4.9,19,.95,26,5),(6.0,23,1.0,26,6),(-12,25,1.3,27,7),(14,28,1.3,27,8),(-7,32,1.1,27,9),(9,36,1.2,27,10),(-16,40,1.4,28,11),(3.5,45,1.0,28,12),(18,44,1.3,28,13),(-5,50,1.2,28,14),(12,54,1.3,28,15),(-13,56,1.2,28,16)]
    for t in T: trunk(*t)
    # canopy leaves
    rr=np.random.RandomState(4); v=[];f=[]
    for i in range(34000):
        c=T[rr.randint(len(T))]; a=rr.uniform(0,6.28);q=6.5*math.sqrt(rr.rand()); x,y,z=c[0]+q*math.cos(a),c[1]+q*math.sin(a),rr.uniform(11,21); s=rr.uniform(.06,.19); d=rr.randn(3);d/=np.linalg.norm(d);e=np.cross(d,rr.randn(3));e/=np.linalg.norm(e);k=len(v);p=np.array((x,y,z)); v+=[p-d*s,p+e*s*.5,p+d*s,p-e*s*.5]; f.append((k,k+1,k+2,k+3))
    add('leaves',mesh('l',v,f),leaf)
    for (x,y,n,s,mm) in ((-3.0,5.2,9,.95,cy),(3.6,6.0,8,.8,vi),(-4.6,10.5,10,1.5,vi),(5.0,12.0,10,1.8,cy),(-6.5,16.5,10,2.2,cy),(4.3,18.5,8,1.4,vi),(-2.9,23.5,8,1.5,cy),(7.8,26,11,2.8,vi),(-8,28,10,2.8,vi),(-3.6,37,9,2.4,cy),(6.5,40,9,2.6,cy),(1.9,9.0,5,.4,cy),(-1.6,12.4,5,.4,vi)):
        z=gz(x,y); crystal_cluster(mm,(x,y,z),n,s,r); point((x*.93,y-.5*s,z+.7*s),(.10,.7,1) if mm is cy else (.55,.2,1),46*s*s+10,.35)
    # ruin arch with runic gate far on the path
    ax,ay=px(30),30; z=gz(ax,ay)-.2; archway(3.2,3.0,.55,1.3,stone,(ax,ay,z),0,2); P=arch_pts(3.2,3.0,18); add('po',mesh('po',[(x,0,zz) for x,zz in P],[tuple(range(len(P)))]),vortex('pv',(0,2.7),[(0,(.75,.95,1)),(.25,(.10,.55,1)),(.55,(.10,.08,.6)),(.9,(.02,.0,.12)),(1,(0,0,.03))],1.25,sc=.8,tw=1.1),loc=(ax,ay+.3,z)); point((ax,ay-1.4,z+2.6),(.3,.6,1),230,.8)
    for i in range(7): box(4.6-.2*i,.5,.16*(i+1),stone,(ax,ay-4+.5*i,z-.02))
    wall(stone,(ax+2.8,ay,z),(ax+7,ay+.6,z),lambda t:3.3*(1-t)+.5,.9,.45,.8,r); wall(stone,(ax-2.8,ay,z),(ax-6.4,ay+.4,z),lambda t:2.6*(1-t)+.4,.9,.45,.8,r)
    for i in range(46):
        x=r.uniform(-7,7);y=r.uniform(3,24)
        if abs(x-px(y))<1.2: continue
        zz=gz(x,y); h=r.uniform(.12,.4); lathe('ms',[(h*.12,0),(h*.09,h)],8,bark,loc=(x,y,zz)); lathe('mc',[(h*.5,0),(h*.46,h*.14),(h*.28,h*.34),(.01,h*.42)],14,mush,loc=(x,y,zz+h*.92))
    grass(mat('gr',(.018,.036,.024),1,bump=0,spec=0),36000,-11,11,1.6,26,gz,.10,.55,3,mask=lambda x,y:(1 if abs(x-px(y))>.9 else .05)*max(.1,fbm(x*.5,y*.5,9)+.6))
    figure(cloth,(px(13.5)-.25,13.5,gz(px(13.5)-.25,13.5)),.1,1.2,'mage',orb,seed=2); point((px(13.5)+.5,13.0,gz(px(13.5),13.5)+2.9),(.45,.75,1),40,.1)
    if taking('crystal-wide'): figure(cloth,(-1.2,24.6,gz(-1.2,24.6)),-.15,1.2,'mage',orb,seed=2); point((-.5,24.1,gz(-1.2,24.6)+2.9),(.45,.75,1),40,.1)
    K=key((.42,.75,1.0)); sun(K,(.60,.85,1),3.0,1.0); world((.05,.14,.17),.5)
    camera((.2,-1.6,1.5),(.7,20,4.3),25); render(name,W,H,spp,K,far=90,near=.8)
def arena():
    st=mat('st',(.20,.165,.125),.8,bump=.6,scale=.6,brick=(1.8,.8),vary=.4); sand=mat('sand',(.17,.12,.075),.95,bump=.22,scale=1.1,spec=.03,detail=4); dark=mat('dk',(.03,.026,.025),.8,bump=.2,scale=8); metal=mat('mt',(.4,.38,.35),.3,.95,bump=.2,scale=12); fl=emis('fl',(1,.36,.06),8); red=mat('red',(.25,.018,.015),.8,bump=.2,scale=6); blue=mat('blue',(.02,.05,.22),.8,bump=.2,scale=6); crowdm=[mat('c%d'%i,c,.9,bump=0) for i,c in enumerate(((.06,.045,.04),(.10,.05,.035),(.04,.05,.07)))]
    r=random.Random(3)
    heightmesh('s',lambda x,y:.10*fbm(x*.35,y*.35,2)+.03*fbm(x*1.7,y*1.7,5),-30,30,-24,40,200,200,sand)
    cx,cy,R=0,8,24
    lathe('podium',[(R,-.3),(R,3.2),(R+.5,3.2),(R+.5,3.0)],120,st,loc=(cx,cy,0),cap=False); prof=[(R+.5,3.0)]
    for i in range(13): prof+=[(R+.5+1.05*i,3.0+.72*i),(R+.5+1.05*(i+1),3.0+.72*i)] if i else [(R+1.55,3.0)]
    prof=[(R+.5,3.0)]; z=3.0
    for i in range(13): prof+=[(prof[-1][0]+1.05,z)]; z+=.74; prof+=[(prof[-1][0],z)]
    lathe('tiers',prof,140,st,loc=(cx,cy,0),cap=False,smooth=False); Rt=prof[-1][0]
    # crowd
    cm=[]
    for m_ in crowdm:
        bm=bmesh.new(); bmesh.ops.create_uvsphere(bm,u_segments=8,v_segments=6,radius=.2,matrix=Matrix.Translation((0,0,.95))); bmesh.ops.create_cone(bm,cap_ends=True,segments=8,radius1=.30,radius2=.16,depth=.85,matrix=Matrix.Translation((0,0,.42))); me=bpy.data.meshes.new('cr'); bm.to_mesh(me); bm.free(); me.materials.append(m_); cm.append(me)
    for i in range(13):
        rad=R+1.0+1.05*i; n=int(2*pi*rad/.72)
        for k in range(n):
            a=2*pi*k/n+r.gauss(0,.006)
            if math.sin(a)<-.35 or r.random()<.18: continue
            s=r.uniform(.9,1.15); add('cw',r.choice(cm),loc=(cx+rad*math.cos(a),cy+rad*math.sin(a),3.0+.74*i),sc=(s,s,s*r.uniform(.9,1.15)))
    # upper arcade, ruined on one side
    nA=44
    for k in range(nA):
        a=2*pi*(k+.5)/nA
        if math.sin(a)<-.45: continue
        hgt=1 if (math.cos(a)<.15 or r.random()<.2) else (.55 if r.random()<.7 else 0)
        x,y=cx+(Rt+1)*math.cos(a),cy+(Rt+1)*math.sin(a); w=2*pi*(Rt+1)/nA
        archway(w*.55,4.2,w*.22,2.0,st,(x,y,z),a+pi/2); box(w*.42,2.2,7.6,st,(cx+(Rt+1)*math.cos(a+pi/nA),cy+(Rt+1)*math.sin(a+pi/nA),z),(0,0,a+pi/nA+pi/2))
        if hgt>=.55: box(w*1.02,2.4,1.3,st,(x,y,z+7.4),(0,0,a+pi/2))
        if hgt==1:
            archway(w*.5,3.2,w*.22,1.8,st,(x,y,z+8.7),a+pi/2); box(w*.42,2.0,6.2,st,(cx+(Rt+1)*math.cos(a+pi/nA),cy+(Rt+1)*math.sin(a+pi/nA),z+8.7),(0,0,a+pi/nA+pi/2)); box(w*1.02,2.3,1.4,st,(x,y,z+14.6),(0,0,a+pi/2))
    # gate in the podium straight ahead, torches, banners
    gy=cy+R; archway(6.2,2.2,.7,2.2,st,(0,gy-.2,-.05),0,2); add('gd',mesh('gd',[(x,0,q) for x,q in arch_pts(6.2,2.2)],[tuple(range(len(arch_pts(6.2,2.2))))]),dark,loc=(0,gy-.4,-.05))
    for k in range(14):
        a=-.25*pi+1.5*pi*(k+.5)/14
        x,y=cx+(R-.35)*math.cos(a),cy+(R-.35)*math.sin(a)
        if k%2==0:
            lathe('t',[(.10,0),(.08,2.2),(.26,2.6),(.3,2.75)],8,dark,loc=(x,y,1.6)); flames(fl,(x,y,4.25),.36,k); point((x*.97,cy+(y-cy)*.97,4.9),(1,.42,.10),520,.3)
        else:
            m_=red if k%4==1 else blue; v=[];f=[]
            for j in range(9):
                for i in range(5): u=(i/4-.5)*1.8; q=j/8; v.append((u*(1-.0*q),.10*math.sin(i*1.9+q*4+k)-.12,2.6-2.9*q-(.35*abs(i-2)/2 if j==8 else 0)))
            f=[(j*5+i,j*5+i+1,(j+1)*5+i+1,(j+1)*5+i) for j in range(8) for i in range(4)]; o=add('bn',mesh('bn',v,f),m_,True,loc=(x,y,.5+.2),rot=(0,0,a+pi/2+pi))
    for sx,mm in((-1,red),(1,blue)):  # tall standards on top
        for k in range(3): pass
    # champion from behind facing a giant silhouetted in the burning gate (figures read only as backlit silhouettes)
    add('gd2',mesh('gd2',[(x,0,q) for x,q in arch_pts(6.2,2.2)],[tuple(range(len(arch_pts(6.2,2.2))))]),vortex('gv',(0,3.4),[(0,(1,.55,.16)),(.35,(1,.22,.03)),(.7,(.35,.03,.005)),(1,(.05,.0,.0))],4,sc=.9),loc=(0,gy-.5,-.05)); point((0,gy-2.2,2.2),(1,.36,.08),900,.8); point((0,gy-1.2,4.6),(1,.36,.08),300,.6)
    g=figure(dark,(-.2,gy-6.0,0),pi,2.7,'demon',mmetal=dark,seed=11)
    for s2 in(-1,1):
        for p in batwing(dark,s2,1.5): p.parent=g
    figure(mat('cape',(.10,.008,.008),.8,bump=.15,scale=7),(3.0,4.6,0),.42,1.12,'horned',mmetal=metal,seed=3)
    for x,y,k in ((-5.5,13,1),(6.3,12,4),(-8.5,17,7),(9.5,16.5,9)): figure(dark,(x,y,0),pi*.9,1.1,'knight',mmetal=dark,seed=k)
    rubble(st,(0,6,0),14,50,.1,.4,r,lambda x,y:.1*fbm(x*.35,y*.35,2)); 
    for i in range(12):
        x=r.uniform(-8,8);y=r.uniform(1.5,14); box(.05,.014,.95,metal,(x,y,-.15),(r.gauss(0,.25),r.gauss(0,.3),r.uniform(0,3)))
    if taking('map-arena'):
        # a duel under the stands, seen over the spikes of the parapet
        for x,y,m_,rz,k,knd in ((-2.2,12.6,red,-pi/2-.25,3,'horned'),(1.4,10.9,dark,pi/2-.35,7,'knight')): figure(m_,(x,y,0),rz+pi,1.45,knd,mmetal=metal,seed=k)
        point((-.4,12.2,1.6),(1,.55,.22),120,.3); point((.1,12.4,5.5),(1,.45,.15),420,1); point((0,gy-5,7),(1,.4,.12),500,1)
        d=Vector((16,22,0)).normalized(); side=Vector((d.y,-d.x,0)); c=Vector((-15.2,-5.2,4.95))+d*2.6
        for i in range(-16,17):
            q=c+side*(i*.23); lathe('spike',[(.022,0),(.022,1.0+.06*(i%2)),(.05,1.05+.06*(i%2)),(.004,1.32+.06*(i%2))],6,dark,loc=q,rot=(r.gauss(0,.03),r.gauss(0,.03),0))
        box(9,.05,.05,dark,(c.x,c.y,c.z+.85),(0,0,math.atan2(side.y,side.x)))
        for i in (-9.6,10.4): q=c+side*(i*.23)+d*.5; lathe('pole',[(.045,0),(.04,6)],8,dark,loc=q); banner(dark,(q.x,q.y,q.z+3.4),math.atan2(side.y,side.x),1.1,2.6,int(i))
    K=key((-.75,.62,.52)); sun(K,(.62,.72,1.0),2.6,1); world((.10,.12,.22),.5); sun((.6,-.6,.6),(1,.6,.4),.22,10)
    camera((.8,-1.2,1.05),(0,16,5.4),22); render(name,W,H,spp,K,far=130,near=.8)
def sanctum():
    mar=mat('mar',(.62,.58,.52),.55,bump=.3,scale=.7,vary=.18,spec=.4); marb=mat('marb',(.55,.52,.47),.6,bump=.5,scale=.6,brick=(1.8,.8),vary=.2); gold=mat('gold',(.95,.62,.22),.25,1,bump=.1,scale=10); robe=mat('robe',(.50,.46,.42),.75,bump=.1,scale=1.5,vary=.10,spec=.1); wing=mat('wing',(.78,.75,.72),.6,bump=.15,scale=9,vary=.12); rock=mat('rock',(.20,.19,.20),.85,bump=.5,scale=.4,detail=6); halo=emis('halo',(1,.72,.30),9); r=random.Random(6)
    def column(x,y,z,h,R=.75,broken=False,cap=True):
        lathe('b',[(R*1.45,0),(R*1.45,.25),(R*1.25,.3),(R*1.3,.5),(R*1.08,.65)],40,mar,loc=(x,y,z)); lathe('c',[(R*(1.02-.16*(i/10)),.6+(h-.6)*i/10) for i in range(11)],96,mar,lambda a,zz:1-.05*abs(math.sin(a*12))**.6,loc=(x,y,z),rot=(r.gauss(0,.01),r.gauss(0,.01),0))
        if not broken and cap: lathe('k',[(R*.86,0),(R*1.0,.2),(R*1.35,.55),(R*1.4,.75)],40,mar,loc=(x,y,z+h)); box(R*3,R*3,.4,mar,(x,y,z+h+.75))
    def island(x,y,z,R,dp,sd):
        lathe('is',[(.05,-dp),(R*.22,-dp*.72),(R*.5,-dp*.42),(R*.8,-dp*.16),(R*.98,-.6),(R,0)],64,rock,lambda a,zz:1+.28*fbm(math.cos(a)*1.6+sd,math.sin(a)*1.6,zz*.22)+.10*fbm(math.cos(a)*5,math.sin(a)*5+sd,zz*.8),loc=(x,y,z))
    island(0,30,0,15,16,1)
    for i in range(9): lathe('stp',[(11-.62*i,0),(11-.62*i,.34)],90,marb,loc=(0,30,.02+.34*i),smooth=False)
    zt=.34*9
    # rotunda of columns w/ partial entablature
    n=12
    for k in range(n):
        a=2*pi*(k+.5)/n+.0
        x,y=9.0*math.cos(a),30+9.0*math.sin(a)
        if -.9<math.cos(a)<.9 and math.sin(a)<-.6: continue
        hb=9.5; br=k in(1,8); column(x,y,0.6,hb*(.5 if br else 1),.72,br)
    for k in range(n):
        a0=2*pi*(k+.5)/n;a1=2*pi*(k+1.5)/n
        if k in(0,1,2,3,7,8) or math.sin((a0+a1)/2)<-.45: continue
        am=(a0+a1)/2; box(2*9.0*math.sin(pi/n)+.6,1.5,1.5,mar,(9.0*math.cos(pi/n)*math.cos(am),30+9.0*math.cos(pi/n)*math.sin(am),11.7),(0,0,am+pi/2))
    # angel on a plinth, halo ring
    lathe('pl',[(2.0,0),(2.0,.4),(1.6,.5),(1.5,1.6),(1.8,1.75),(1.8,2.1)],48,marb,loc=(0,30,zt)); f=figure(robe,(0,30,zt+2.1),0,2.5,'mage',None,seed=4,wing=wing); 
    bpy.ops.mesh.primitive_torus_add(major_radius=3.3,minor_radius=.05,major_segments=96,location=(0,31.2,zt+6.6),rotation=(pi/2,0,0)); bpy.context.object.data.materials.append(halo)
    for k in range(24):
        a=2*pi*k/24; o=box(.05,.05,1.2 if k%2 else 2.0,halo,(3.5*math.cos(a),31.2,zt+6.6+3.5*math.sin(a)),(0,pi/2-a,0),taper=.15)
    point((0,29.0,zt+7.5),(1,.75,.4),500,1); 
    # floating islands + bridges of stepping stones toward camera
    for (x,y,z,R,dp) in ((-21,44,4,5,8),(24,50,7,6,10),(-34,70,10,8,12),(40,78,3,8,13),(-13,22,-3,2.4,4),(16,25,-2,2.8,5),(10,64,14,4.5,8)):
        island(x,y,z,R,dp,x)
        for k in range(3):
            a=r.uniform(0,6.28); column(x+R*.55*math.cos(a),y+R*.55*math.sin(a),z,r.uniform(3,8)*R/6+1,.4*R/5+.15,r.random()<.5)
    for i in range(9): island(.9*math.sin(i*1.3),3.5+2.0*i,-1.9+.17*i,1.25+.1*math.sin(i*2),1.4,i*3); lathe('sl',[(1.0,0),(1.0,.14)],32,marb,loc=(.9*math.sin(i*1.3),3.5+2.0*i,-1.9+.17*i),smooth=False)
    column(-8.8,8,-4.0,13,.8); column(9.2,9.5,-4.5,9.5,.85,True); island(-8.8,8,-4,2.6,4,77); island(9.2,9.5,-4.5,2.8,4,78)
    wg=[]
    K=key((.10,1,.30)); sun(K,(1,.70,.38),6.5,1.2); world((.26,.36,.60),.34); sun((-.7,-.5,.6),(.55,.65,.95),.45,15)
    camera((0,-7.5,4.2),(0,30,7.4),27); render(name,W,H,spp,K,far=260,near=1.0)

def courtyard():
    stone=mat('stone',(.15,.155,.17),.75,bump=.8,scale=.5,brick=(1.5,.7),vary=.45); trim=mat('trim',(.13,.13,.145),.75,bump=.5,scale=1.6,vary=.5); slate=mat('slate',(.05,.055,.075),.5,bump=.6,scale=1.2,brick=(.6,.45)); bark=mat('bark',(.03,.026,.026),.9,bump=1,scale=6); iron=mat('iron',(.03,.03,.035),.5,.8,bump=.2,scale=9); wood=mat('wood',(.06,.042,.03),.8,bump=.6,scale=3)
    paving=cobbles(mat('paving',(.13,.135,.15),.6,bump=.4,scale=1.4,vary=.5,spec=.5),1.7,.65); glow=emis('glow',(1,.46,.14),5.5); door=emis('door',(1,.40,.11),1.25); fire=emis('fire',(1,.34,.06),8); frm=mat('frm',(.10,.10,.11),.8,bump=0); red=mat('red',(.22,.014,.012),.8,bump=.2,scale=6); cloth=mat('cloth',(.035,.012,.012),.8,bump=.3,scale=9); metal=mat('metal',(.28,.29,.32),.35,.95,bump=.2,scale=14); dark=mat('dark',(.012,.012,.014),1,bump=0,spec=0); frame=mat('frame',(.002,.002,.003),1,bump=0,spec=0)
    r=random.Random(7); gz=lambda x,y:.10*fbm(x*.16,y*.16,2)+.03*fbm(x*.8,y*.8,5)
    heightmesh('ground',gz,-34,34,-14,60,300,330,paving)
    # the gate passage the camera stands in: the black frame
    archway(9.4,3.4,1.6,2.6,frame,(0,-1.5,-.1),0,1); 
    for sx in(-1,1): box(16,2.4,16,frame,(sx*(4.7+1.4+8),-1.4,-.2)); box(.5,6,4.6,frame,(sx*6.0,-4.6,-.2))
    box(34,2.4,8,frame,(0,-1.4,11.6)); 
    for i in range(-5,6): box(.16,.22,1.9+.5*(i%2)+max(0,3.2-abs(i)*.5),iron,(i*.82,-.6,9.9-abs(i)*.75)); 
    # cloister on the left, curtain wall with a walk on the right
    for k in range(7):
        y=6+5.0*k; archway(3.3,2.5,.42,1.0,trim,(-13.2,y,0),pi/2,2); lathe('pier',[(.62,0),(.62,.3),(.42,.42),(.40,2.4),(.6,2.7),(.62,2.95)],20,trim,loc=(-13.2,y+2.5,0))
        if k%2==0: lathe('ln',[(.10,0),(.16,.1),(.12,.42)],8,glow,loc=(-13.6,y,4.25)); point((-14.4,y,3.7),(1,.48,.16),110,.3)
    box(5,36,1.0,stone,(-15.2,21,6.2)); box(.6,36,1.0,trim,(-12.9,21,7.0)); box(1.5,40,14,stone,(-18.2,21,0))
    for k in range(15): box(1.7,1.25,1.4,stone,(-18.2,3+2.6*k,14))
    box(2.2,40,9.5,stone,(16.5,21,0)); 
    for k in range(15): box(.7,1.3,1.3,stone,(15.6,3+2.6*k,9.5))
    for k in range(4): box(.9,1.6,9.0,trim,(15.2,8+8.5*k,0),taper=.75)
    for k in range(3):
        y=12.2+8.5*k; banner(red,(15.2,y,8.2),-pi/2,1.9,4.8,k)
        lathe('tb',[(.05,0),(.05,1.0),(.2,1.3)],8,iron,loc=(15.0,y-4.2,2.6)); flames(fire,(15.0,y-4.2,3.85),.3,k); point((14.4,y-4.2,4.4),(1,.42,.10),130,.25)
    # a cart, barrels, straw and a rack of spears
    box(1.5,2.8,.16,wood,(10.4,9.0,.85),(.0,.06,.3)); 
    for dx,dy in((-.9,-.8),(.9,-.8)):
        w=lathe('wheel',[(.62,-.06),(.72,-.06),(.72,.06),(.62,.06),(.62,-.06)],28,wood,cap=False,loc=(10.4+dx*1.0,9.0+dy,.72),rot=(0,pi/2,.3)); 
        for q in range(3): box(.06,.06,1.3,wood,(10.4+dx,9.0+dy,.72),(q*pi/3,0,.3)).location.z=.72
    for x,y in((8.9,12.6),(9.8,13.2),(9.2,13.9),(-10.2,9.4),(-9.5,10.2)): lathe('barrel',[(.34,0),(.42,.3),(.44,.55),(.42,.8),(.34,1.1)],24,wood,loc=(x,y,gz(x,y)))
    for i in range(7): lathe('spear',[(.025,0),(.022,2.5),(.06,2.55),(.005,2.95)],6,iron,loc=(-10.9+.05*i,13+.35*i,0),rot=(0,-.16,0))
    # a well, and the horned king on his plinth
    lathe('well',[(1.35,0),(1.35,.85),(1.0,.85),(1.0,.2)],28,trim,lambda a,z:1+.03*math.sin(a*14),loc=(-6.4,15.5,0),cap=False)
    for sx in(-1,1): box(.16,.16,2.4,wood,(-6.4+sx*1.15,15.5,.7))
    add('wr',mesh('wr',[(-1.6,-1.2,0),(1.6,-1.2,0),(0,0,1.1) ,(-1.6,1.2,0),(1.6,1.2,0),(-1.6,0,1.0),(1.6,0,1.0)],[(0,1,6,5),(3,4,6,5)]),slate,loc=(-6.4,15.5,3.0))
    box(3.4,3.4,.5,trim,(6.2,25,0)); box(2.6,2.6,2.6,trim,(6.2,25,.4),taper=.88); figure(trim,(6.2,25,2.95),pi-.35,2.3,'horned',mmetal=trim,seed=9)
    tree(bark,(-9.4,24,-.1),9.5,.38,17,5,.68,(.16,0),.25)
    # stair, door and keep
    for i in range(14): box(13-.26*i,1.2,.32*(i+1),trim,(0,33+.62*i,-.05))
    zt=.32*14; box(26,10,zt,stone,(0,46,-.05)); archway(4.4,4.2,.7,2.6,trim,(0,44.2,zt),0,3); P=arch_pts(4.4,4.2); add('dr',mesh('dr',[(x,0,z) for x,z in P],[tuple(range(len(P)))]),door,loc=(0,44.9,zt)); box(18,6,13,stone,(0,48,zt)); box(18.8,6.6,.7,trim,(0,48,zt+12.6))
    box(6.4,.5,6.0,stone,(0,45.05,zt+7.2))
    for i in range(9): box(1.1,.8,1.2,stone,(-8.4+2.1*i,45.1,zt+13.3))
    for sx in(-1,1):
        window(1.3,4.2,(sx*6.2,44.98,zt+3.8),0,glow,frm,.2,.35); banner(red,(sx*4.1,44.7,zt+11.2),0,1.7,6.4,sx*2)
        tower(stone,slate,(sx*12.2,47,0),3.6,26,9,win=[(-pi/2,15,.6),(-pi/2+sx*.5,20,.6)],mfr=(glow,frm),seed=20+sx)
        lathe('bz',[(.75,0),(.45,.35),(.26,1.5),(.4,1.9),(.85,2.2),(.9,2.4)],12,trim,loc=(sx*5.6,31.6,0),smooth=False); flames(fire,(sx*5.6,31.6,2.3),.55,3+sx); point((sx*5.6,31.2,3.4),(1,.40,.10),300,.35)
        figure(dark,(sx*3.6,35.6,1.25),pi if sx>0 else pi,1.15,'knight',mmetal=metal,seed=6+sx)
    window(1.5,1.6,(0,44.7,zt+8.6),0,glow,frm,.22,.35)
    castle(stone,slate,glow,frm,(1,70,4),.78,4)
    for sx,hh,y in((-1,20,41),(1,17,41)): tower(stone,slate,(sx*17.5,y,0),3.8,hh,9,win=[(-pi/2-sx*.4,12,.6),(-pi/2-sx*.5,7,.55)],mfr=(glow,frm),seed=31+sx)
    point((0,42,zt+2.6),(1,.46,.15),330,.8); point((0,40,zt+9),(1,.5,.2),120,1); figure(dark,(.2,43.4,zt),0,1.3,'mage',seed=3)
    figure(cloth,(.9,12.2,gz(.9,12.2)),pi+.06,1.15,'horned',mmetal=metal,seed=3)
    for x,y,k in((-3.2,27,2),(2.6,22.5,5)): figure(dark,(x,y,0),pi+.2*k,1.1,'mage' if k==2 else 'knight',mmetal=dark,seed=k)
    K=key((-.19,1,.50)); sun(K,(.62,.75,1.0),3.6,1.2); sun((.5,-.7,.7),(.45,.58,1.0),.42,8); world((.10,.16,.32),.6)
    camera((-.5,-8.6,1.75),(.2,30,8.2),24); render(name,W,H,spp,K,far=180,near=.8)

reset()
globals()[FRAMINGS[name]['scene']]()
