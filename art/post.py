# python3 numpy+scipy: sky, froxel fog with key-light shafts, embers, bloom, grade -> png.  usage: post.py scene [outW outH]
import numpy as np, json, sys, time, zlib, struct, os
from scipy.ndimage import gaussian_filter as G, map_coordinates as MC, zoom, median_filter
import grades
TMP=os.environ.get('ART_TMP',os.path.join(os.path.dirname(os.path.abspath(__file__)),'tmp'))
def savepng(p,a):
    a=(np.clip(a,0,1)*255+.5).astype(np.uint8);h,w=a.shape[:2]; raw=b''.join(b'\0'+a[i].tobytes() for i in range(h))
    ch=lambda t,d: struct.pack('>I',len(d))+t+d+struct.pack('>I',zlib.crc32(t+d)&0xffffffff)
    open(p,'wb').write(b'\x89PNG\r\n\x1a\n'+ch(b'IHDR',struct.pack('>IIBBBBB',w,h,8,2,0,0,0))+ch(b'IDAT',zlib.compress(raw,6))+ch(b'IEND',b''))
_rng=np.random.RandomState(7)
def tile3(n=64,seed=0):
    r=np.random.RandomState(seed); a=np.zeros((n,n,n),np.float32)
    for k,w in ((4,1),(8,.5),(16,.26),(32,.13)):
        g=r.rand(k,k,k).astype(np.float32); g=np.pad(g,((0,1),)*3,mode='wrap'); c=np.linspace(0,k,n,endpoint=False); f=c-np.floor(c); i=np.floor(c).astype(int); f=f*f*(3-2*f)
        x=g[i]*(1-f)[:,None,None]+g[i+1]*f[:,None,None]; x=x[:,i]*(1-f)[None,:,None]+x[:,i+1]*f[None,:,None]; x=x[:,:,i]*(1-f)+x[:,:,i+1]*f; a+=w*x
    a-=a.min(); return a/a.max()
def noise2(x,y,oct=6,seed=0,gain=.5):
    """fbm value noise on arrays"""
    out=np.zeros_like(x);amp=1;tot=0
    for o in range(oct):
        g=np.random.RandomState(seed*31+o).rand(256,256).astype(np.float32)
        xi=np.floor(x);yi=np.floor(y);fx=x-xi;fy=y-yi;fx=fx**3*(fx*(fx*6-15)+10);fy=fy**3*(fy*(fy*6-15)+10);a=xi.astype(int)&255;b=yi.astype(int)&255;a1=(a+1)&255;b1=(b+1)&255
        out+=amp*((g[b,a]*(1-fx)+g[b,a1]*fx)*(1-fy)+(g[b1,a]*(1-fx)+g[b1,a1]*fx)*fy);tot+=amp;amp*=gain;x=x*2.03+17.1;y=y*2.03+5.7
    return out/tot
def sm(a,b,x): t=np.clip((x-a)/(b-a),0,1); return t*t*(3-2*t)
def hexc(h): 
    h=h.lstrip('#'); c=np.array([int(h[i:i+2],16)/255 for i in (0,2,4)]); return np.where(c<=.04045,c/12.92,((c+.055)/1.055)**2.4).astype(np.float32)
def main(name,ow=1600):
    t0=time.time(); D=np.load(f'{TMP}/{name}.npz'); M=json.load(open(f'{TMP}/{name}.json')); P=grades.of(name)
    H,W=M['H'],M['W']; oh=int(round(ow*H/W)); img=D['Image']; Z=D['Depth'][...,0].copy(); rgb=img[...,:3].copy(); al=img[...,3].copy()
    # firefly clamp + light guided smoothing of noise
    lum=rgb.mean(2); med=median_filter(lum,3); ff=lum>med*4+.3; ff&=lum<P.get('ffmax',6); 
    # glints of grass and wet stone, which too few samples scatter as salt; what glows by itself has no albedo and is left alone
    mid=median_filter(lum,5); ff|=(lum>mid*P.get('glint',2.2)+.05)&(D['DiffCol'].sum(2)>.01)&(al>.5)
    for c in range(3): rgb[...,c]=np.where(ff,median_filter(rgb[...,c],5),rgb[...,c])
    if P.get('denoise',1): rgb=denoise(rgb,D['Normal'],D['DiffCol'],Z)
    C=np.array(M['cam'],np.float32); R=C[:3,:3]; O=C[:3,3]; fr=np.array(M['frame']); x0,x1=fr[:,0].min(),fr[:,0].max(); y0,y1=fr[:,1].min(),fr[:,1].max()
    u=(np.arange(W)+.5)/W; v=(np.arange(H)+.5)/H; X=(x0+(x1-x0)*u)[None,:].repeat(H,0).astype(np.float32); Y=(y1-(y1-y0)*v)[:,None].repeat(W,1).astype(np.float32)
    d=np.stack([X,Y,-np.ones_like(X)],-1)@R.T; dn=d/np.linalg.norm(d,axis=2,keepdims=True)
    key=np.array(M['key'] if M['key'] else P['moon']['dir'],np.float32); key/=np.linalg.norm(key)
    # ---- sky
    S=P['sky']; el=dn[...,2]; az=np.arctan2(dn[...,0],dn[...,1])
    t=np.clip((el-S.get('h0',-.05))/(S.get('h1',.6)-S.get('h0',-.05)),0,1)**S.get('pow',.6); sky=hexc(S['low'])*S.get('klow',1)*(1-t)[...,None]+hexc(S['high'])*S.get('khigh',1)*t[...,None]
    mdir=np.array(P['moon']['dir'],np.float32) if P.get('moon') and 'dir' in P['moon'] else key; mdir/=np.linalg.norm(mdir); cosm=np.clip((dn*mdir).sum(2),-1,1); angm=np.arccos(cosm)
    if S.get('stars'):
        r=np.random.RandomState(3); n=int(S['stars']); st=np.zeros((H,W),np.float32); sx=r.randint(1,W-1,n);sy=r.randint(1,H-1,n); st[sy,sx]=r.rand(n)**6*6*(W/1600)**2; st=G(st,.5*W/1600); sky+=st[...,None]*sm(.05,.35,el)[...,None]*hexc('#cfdcff')
    # clouds on dome plane
    cl=S.get('clouds',.6); k=1/(np.clip(el,0,1)+.18); cx=dn[...,0]*k*S.get('cscale',2.2)+S.get('cx',0); cy=dn[...,1]*k*S.get('cscale',2.2)*S.get('caspect',1.0)
    w1=noise2(cx*.8+3,cy*.8,4,1); w2=noise2(cx*.8+9,cy*.8+4,4,2); wp=S.get('warp',.95); f=noise2(cx*1.3+w1*wp,cy*1.3+w2*wp,7,3,.54); f2=noise2(cx*1.3+w1*wp+mdir[0]*.22,cy*1.3+w2*wp+mdir[1]*.22,5,3,.54)
    dens=sm(S.get('c0',.42),S.get('c1',.72),f)*cl*sm(-.06,.12,el)
    mo=P.get('moon')
    glow=0
    if mo:
        rad=np.radians(mo['size']); ex=np.cross(mdir,[0,0,1]); ex/=np.linalg.norm(ex); ey=np.cross(ex,mdir); px=(dn@ex)/rad; py=(dn@ey)/rad; rr=np.sqrt(px**2+py**2)
        disc=sm(1.02,.985,rr)*(cosm>0); zz=np.sqrt(np.clip(1-rr**2,0,1)); mar=noise2(px*1.6+5+zz,py*1.6+2,6,11,.55); cr=noise2(px*5+1,py*5+8,4,12,.6)
        surf=(.62+.38*sm(.38,.62,mar))*(.85+.25*cr)*(.72+.28*zz); 
        mc=hexc(mo['col'])*mo['I']
        sky=sky*(1-disc[...,None])+ (surf*disc)[...,None]*mc
        glow=np.exp(-angm/np.radians(mo.get('g1',3)))*mo.get('k1',.5)+np.exp(-angm/np.radians(mo.get('g2',14)))*mo.get('k2',.14)+np.exp(-angm/np.radians(mo.get('g3',40)))*mo.get('k3',.03)
    lit=np.clip((f-f2)*S.get('cedge',5)+.35,0,1.6); ccol=hexc(S['cdark'])*S.get('kdark',1)+ (lit*(S.get('camb',.15)+np.exp(-angm/np.radians(16))*S.get('clit',1.2)))[...,None]*hexc(S['clight'])
    sky=sky*(1-dens*S.get('copac',.85))[...,None]+ccol*(dens*S.get('copac',.85))[...,None]
    if mo: sky+=glow[...,None]*hexc(mo.get('gcol',mo['col']))*(1-.35*dens)[...,None]
    for extra in S.get('glows',[]): # screen-space horizon glows  (dir,size deg,col,k)
        gd=np.array(extra[0],np.float32); gd/=np.linalg.norm(gd); sky+=(np.exp(-np.arccos(np.clip((dn*gd).sum(2),-1,1))/np.radians(extra[1]))*extra[3])[...,None]*hexc(extra[2])
    # ---- froxel fog
    F=P['fog']; vis=D['vis'].astype(np.float32); FH,FW,FD=vis.shape; near,far=M['near'],M['far']
    vis=G(vis,(1.0,1.0,.8)); zc=near*(far/near)**((np.arange(FD)+.5)/FD); ze=near*(far/near)**(np.arange(FD+1)/FD); dz=np.diff(ze)
    fx=x0+(x1-x0)*(np.arange(FW)+.5)/FW; fy=y1-(y1-y0)*(np.arange(FH)+.5)/FH; FX,FY=np.meshgrid(fx,fy); fd=np.stack([FX,FY,-np.ones_like(FX)],-1)@R.T; fl=np.linalg.norm(fd,axis=2); fdn=fd/fl[...,None]
    pos=O+fd[:,:,None,:]*zc[None,None,:,None]; N3=tile3(64,F.get('seed',1)); ns=F.get('nscale',.06)
    def smp(s,off=0): q=(pos*np.array([s,s,s*1.6]))*16+off; return MC(N3,[q[...,0]%64,q[...,1]%64,q[...,2]%64],order=1,mode='grid-wrap')
    nz=smp(ns)*.65+smp(ns*3.3,11)*.35; nz=sm(F.get('n0',.25),F.get('n1',.75),nz)
    hgt=np.exp(-np.clip(pos[...,2]-F.get('base',0),0,None)/F['hfall']); sig=F['d']*hgt*((1-F.get('namt',.8))+F.get('namt',.8)*2*nz)+F.get('d0',0)
    sig=sig*sm(F.get('start',0),F.get('start',0)+F.get('ramp',8),zc)[None,None,:]
    g=F.get('g',.6); ck=(fdn*key).sum(2); ph=(1-g*g)/(1+g*g-2*g*ck)**1.5*.25
    sc=hexc(F['amb'])*F.get('kamb',1)*np.ones(sig.shape+(1,),np.float32)+ (vis*ph[...,None])[...,None]*hexc(F['keycol'])*F.get('kkey',1)
    if F.get('ambhi'): # ambient gradient by height
        hh=sm(F['ambz'][0],F['ambz'][1],pos[...,2])[...,None]; sc=sc*(1-hh)+hh*(hexc(F['ambhi'])*F.get('kamb',1)+(vis*ph[...,None])[...,None]*hexc(F['keycol'])*F.get('kkey',1))
    for p in M['points']:
        r2=((pos-np.array(p['loc'],np.float32))**2).sum(-1); sc=sc+ (p['w']*F.get('kpt',.01)/(r2+F.get('ptsoft',.6)))[...,None]*np.array(p['col'],np.float32)
    for b in F.get('blobs',[]): # (loc, radius, col, k, density boost)
        r2=((pos-np.array(b[0],np.float32))**2).sum(-1)/b[1]**2; e=np.exp(-r2); sig=sig+b[4]*e*(.3+1.4*nz); sc=sc+(b[3]*e)[...,None]*hexc(b[2])
    ext=sig*dz[None,None,:]*fl[...,None]; T=np.exp(-ext); acc=np.zeros((FH,FW,3));tr=np.ones((FH,FW)); VOL=np.zeros((FH,FW,FD+1,4),np.float32); VOL[...,0,3]=1
    for k in range(FD):
        acc=acc+ (tr*(1-T[...,k]))[...,None]*sc[:,:,k]; tr=tr*T[...,k]; VOL[:,:,k+1,:3]=acc;VOL[:,:,k+1,3]=tr
    def lookup(zd,Xi,Yi):
        kk=np.clip(np.log(np.clip(zd,near,far)/near)/np.log(far/near)*FD,0,FD); ii=(Xi+.5)/W*FW-.5; jj=(Yi+.5)/H*FH-.5
        return np.stack([MC(VOL[...,c],[jj,ii,kk],order=1,mode='nearest') for c in range(4)],-1)
    JJ,II=np.mgrid[0:H,0:W].astype(np.float32); Vf=lookup(Z,II,JJ); hasfg=al>.003; Zs=np.full_like(Z,far)
    Vs=lookup(Zs,II,JJ); sf=F.get('sky',1.0)  # how strongly fog covers sky
    a=al[...,None]; skyf=sky*(1-sf+sf*Vs[...,3:])+Vs[...,:3]*sf
    far_fix=(Z>far*3); Vf[far_fix]=Vs[far_fix]
    out=rgb*Vf[...,3:]+Vf[...,:3]*a+skyf*(1-a)
    # moon glow leaking over foreground (lens/veil)
    if mo: out+= (glow*mo.get('veil',.12))[...,None]*hexc(mo.get('gcol',mo['col']))*a
    # ---- particles (embers/dust/snow/fireflies)
    for q in P.get('particles',[]):
        r=np.random.RandomState(q.get('seed',5)); n=q['n']; lay=np.zeros((H,W,3),np.float32); col=hexc(q['col']); bx=q.get('box',(0,1,0,1)); s0=W/1600
        px=(bx[0]+(bx[1]-bx[0])*r.rand(n))*W; py=(bx[2]+(bx[3]-bx[2])*r.rand(n)**q.get('ypow',1))*H
        if 'center' in q: cxx,cyy,sx_,sy_=q['center']; px=(cxx+sx_*r.randn(n))*W; py=(cyy-np.abs(sy_*r.randn(n)))*H
        dep=q.get('z',(2,40)); pz=dep[0]*(dep[1]/dep[0])**r.rand(n); size=np.clip(q.get('size',12)/pz,.7,q.get('smax',7))*s0*(.5+r.rand(n)); br=q.get('I',3)*(.15+r.rand(n)**3)
        tilt=q.get('tilt',.4); stretch=q.get('stretch',1)
        for i in range(n):
            x,y,s=px[i],py[i],size[i]; 
            R_=int(max(3,s*3*max(1,stretch)))+1; xi,yi=int(x),int(y)
            if xi<R_ or yi<R_ or xi>=W-R_ or yi>=H-R_: continue
            if Z[yi,xi]<pz[i]: continue
            gy,gx=np.mgrid[-R_:R_+1,-R_:R_+1].astype(np.float32); th=tilt+r.randn()*.5; ca,sa=np.cos(th),np.sin(th); A=(gx*ca+gy*sa)/s; B=(-gx*sa+gy*ca)/(s*stretch)
            k=np.exp(-(A*A+B*B)*.5*2.2)*br[i]*min(1.,(1.6*s0/s)**1.1); lay[yi-R_:yi+R_+1,xi-R_:xi+R_+1]+=k[...,None]*col*(1+(.5*r.rand()))
        out+=lay
    # ---- resize to output (AA), bloom, grade
    fac=W/ow
    if fac>1.01:
        kx=int(round(fac)); out=out[:oh*kx,:ow*kx]; out=np.minimum(out,30); out=out.reshape(oh,kx,ow,kx,3).mean((1,3)) if abs(fac-kx)<.01 else out
    h,w=out.shape[:2]; s=w/1600; B=P.get('bloom',{}); th=B.get('th',1.0); br=np.clip(out-th,0,B.get('max',12)); bl=sum(k*np.stack([G(br[...,c],sg*s) for c in range(3)],-1) for sg,k in ((3,.5),(10,.35),(32,.3),(90,.22)))
    out=out+bl*B.get('k',.5)
    veil=np.stack([G(out[...,c],60*s) for c in range(3)],-1); out=out*(1-B.get('veil',.06))+veil*B.get('veil',.06)
    gr=P['grade']; out=out*2**gr.get('ev',0)
    # filmic (hable-ish ACES fit)
    x=out*.8; x=(x*(2.51*x+.03))/(x*(2.43*x+.59)+.14); x=np.clip(x,0,1)**(1/2.2)
    l=(x@np.array([.2126,.7152,.0722]))[...,None]; x=l+(x-l)*gr.get('sat',1.0)
    sh=np.array([int(gr.get('shadow','#0b1020')[i:i+2],16)/255 for i in (1,3,5)]); hi=np.array([int(gr.get('high','#fff2dd')[i:i+2],16)/255 for i in (1,3,5)])
    x=sh*(1-x)*gr.get('lift',.6)+x*(1-(1-hi)*gr.get('hik',.6)*l); ct=gr.get('contrast',1.08); x=np.clip(x,0,1); x=x*(1-gr.get('scurve',.35))+ (x*x*(3-2*x))*gr.get('scurve',.35)
    yy,xx=np.mgrid[0:h,0:w]; vg=((xx/w-.5)**2*1.15+(yy/h-.5)**2*1.5); x*= (1-gr.get('vig',.75)*vg*1.1)[...,None].clip(0,1)
    x+=_rng.normal(0,gr.get('grain',.010),(h,w,1))*(.4+.6*(1-l))
    savepng(f'{TMP}/{name}.png',x.astype(np.float32)); print(f'{name} post {time.time()-t0:.1f}s {w}x{h}')
def denoise(rgb,N,A,Z,r=3):
    """joint bilateral on irradiance (rgb/albedo) guided by normal, albedo, depth; 2 a-trous passes"""
    N=np.stack([G(N[...,c],.8) for c in range(3)],-1); alb=np.clip(A,.02,None); irr=rgb/alb; em=(A.sum(2)<.01); Zl=np.log(np.clip(Z,.1,1e4))
    for step in (1,2,4,1):
        acc=np.zeros_like(irr);ws=np.zeros(Z.shape,np.float32); L0=np.log(irr.mean(2)+.02)
        for dy in(-1,0,1):
            for dx in(-1,0,1):
                sh=lambda a:np.roll(a,(dy*step,dx*step),(0,1)); w=np.exp(-((N-sh(N))**2).sum(2)*6-np.abs(Zl-sh(Zl))*40/step-(L0-sh(L0))**2*.45)*(1 if dx==0 and dy==0 else .7 if dx==0 or dy==0 else .5)
                acc+=w[...,None]*sh(irr);ws+=w
        irr=acc/ws[...,None]
    o=irr*alb; o[em]=rgb[em]; return o
if __name__=='__main__': main(sys.argv[1],*(int(x) for x in sys.argv[2:3]))
